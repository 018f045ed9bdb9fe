import type { GroupsWire } from '../../groupsWire';
import { computeRequest, computing, sizeAt } from './compute';
import { exportRequest, exportState, file, readExport } from './export';
import { readMembers } from './file';

export const groups: GroupsWire = {
	exportRequest,
	readExport,
	exportState,
	file,
	readMembers,
	computeRequest,
	computing,
	sizeAt,
};
