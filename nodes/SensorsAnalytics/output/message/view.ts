import type { Amount } from '../../table/decimal';
import type { Table } from '../../table/table';
import type { Chart } from './chartData';
import { viewDistribution } from './models/distribution';
import { viewFunnel } from './models/funnel';
import { viewPath } from './models/path';
import { viewRetention } from './models/retention';
import type { Followed } from './periods';
import type { Words } from './words';

/** What a message shows of a report: a table of its own, laid out for people. */
export interface View {
	/** Cells of measures may be texts, which are shown as they are. */
	table: Pick<Table, 'columns' | 'rows'>;
	/** Headings by key. */
	labels: ReadonlyMap<string, string>;
	/** Keys of percents (of 100), which are darker where there is more. */
	shares: ReadonlySet<string>;
	/** Keys of numbers of users. */
	counts: ReadonlySet<string>;
	chart?: Omit<Chart, 'write'>;
	title: string;
	/** Keys of the properties by which it is split. */
	groups: string[];
	notes: string[];
}

/** What a report that does not tell it in its rows was asked of. */
export interface Subject {
	/** Names of its events, in their order. */
	events: readonly string[];
	/** Whether users count who did not come back. */
	isChurn: boolean;
}

/** What a view is made with. */
export interface ViewTools {
	words: Words;
	/** Measures that are wanted; all if empty. */
	wanted: readonly string[];
	/** What was asked, of which dates, when. */
	asked: Followed;
	/** Day, week or month, where it is known. */
	unit?: string;
	/** What it was asked of: see Subject. */
	subject: Subject;
	/** What people call an event. */
	nameOf: (name: string) => string;
	writeCount: (value: Amount | null) => string;
	/** Of 100. */
	writeShare: (value: number | null) => string;
}

/** Which report a table is, by the columns that only this one has. */
export function modelOf({
	columns,
	drawn,
}: Pick<Table, 'columns' | 'drawn'>): 'retention' | 'funnel' | 'distribution' | 'path' | undefined {
	if (drawn === undefined) return undefined;
	const keys = new Set(columns.map(({ key }) => key));
	const has = (...names: string[]) => names.every((name) => keys.has(name));
	if (has('period', 'initial_users', 'users', 'percent')) return 'retention';
	if (has('step', 'event', 'users', 'percent_of_previous', 'percent_of_first')) return 'funnel';
	// With nodes among them, links are rows like any others.
	if (has('from', 'to', 'times', 'percent') && !has('kind')) return 'path';
	return has('bucket', 'total_users', 'users', 'percent') ? 'distribution' : undefined;
}

/** The view of a report that people read in another way than its rows; undefined for others. */
export function viewOf(table: Table, tools: ViewTools): View | undefined {
	const model = table.rows.length > 0 ? modelOf(table) : undefined;
	if (model === 'retention') return viewRetention(table, tools);
	if (model === 'funnel') return viewFunnel(table, tools);
	if (model === 'path') return viewPath(table, tools);
	return model && viewDistribution(table, tools);
}
