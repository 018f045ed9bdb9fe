import type { DatasetsWire } from '../../datasetsWire';
import { details, groups, list } from './lists';
import { query, readRows } from './query';
import { readRefresh, refreshRequest, refreshState } from './refresh';

export const datasets: DatasetsWire = {
	groups,
	list,
	details,
	query,
	readRows,
	refreshRequest,
	readRefresh,
	refreshState,
};
