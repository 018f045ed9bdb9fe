import type { ServiceRequest } from '../../../credentials/http/request';
import type { Dataset, DatasetDetails, DatasetQuery, DatasetRefresh } from '../query/datasets';
import type { JsonObject } from '../query/json';
import type { TaskState } from '../query/tasks';
import type { Page } from '../query/users';
import type { Ask, PageRequest } from './wire';

/** Tables that the platform keeps ready. IDs that are none are refused by a UserError. */
export interface DatasetsWire {
	/** Names of the groups in which datasets stand. */
	groups(ask: Ask): Promise<string[]>;
	/** @param group name of one; those of all groups if left out, each once */
	list(ask: Ask, group?: string): Promise<Dataset[]>;
	details(ask: Ask, id: string): Promise<DatasetDetails>;
	query(query: DatasetQuery): PageRequest;
	/** Rows by the names of their columns. @throws UnknownForm */
	readRows(answer: unknown): Page<JsonObject>;
	/** What starts a refresh. */
	refreshRequest(refresh: DatasetRefresh): ServiceRequest;
	/** ID of the refresh that was started. @throws UnknownForm */
	readRefresh(answer: unknown): string;
	refreshState(ask: Ask, id: string): Promise<TaskState>;
}
