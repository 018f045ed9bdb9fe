/** Datasets (业务模型): tables that the platform keeps ready, in no form's and no wire format's words. */
import type { Filter } from './eventQuery';
import type { ValueKind } from './valueKinds';

export interface Dataset {
	id: string;
	name: string;
	/** Where it stands in the list of the web interface. */
	group?: string;
	/** As the service calls it. */
	type?: string;
	isPaused?: boolean;
}

export interface DatasetColumn {
	name: string;
	displayName: string;
	kind?: ValueKind;
	/** Whether it can group; all columns can where it is not told. */
	isDimension: boolean;
	/** Whether numbers can be computed from it. */
	isMeasure: boolean;
	/** Whether it is a formula, which has its aggregation in itself. */
	isCalculated: boolean;
}

export interface DatasetDetails extends Omit<Dataset, 'group' | 'isPaused'> {
	/** As the service calls it: detail, pre-aggregated, table. */
	storage?: string;
	status?: string;
	refreshedAt?: string;
	refreshMode?: string;
	schedule?: string;
	unit?: string;
	columns: DatasetColumn[];
}

export interface DatasetMeasure {
	column: string;
	/** Name in the platform's vocabulary; none for columns that have one in themselves. */
	aggregation?: string;
}

export interface DatasetQuery {
	datasetId: string;
	dimensions: string[];
	measures: DatasetMeasure[];
	/** On columns, as properties of no event and no user. */
	filter?: Filter;
	sorts: Array<{ column: string; isDescending: boolean }>;
	/** `YYYY-MM-DD HH:mm:ss`, both included. */
	range?: { from: string; to: string };
}

/** What to compute anew: all, or the part between two moments `YYYY-MM-DD HH:mm:ss`. */
export interface DatasetRefresh {
	datasetId: string;
	range?: { from: string; to: string };
}
