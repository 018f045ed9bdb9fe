import type { IDataObject } from 'n8n-workflow';
import { OperationalError } from 'n8n-workflow';

import type { Line } from '../../transport/longAnswers';
import type { SqlWire } from '../../wire/wire';
import { doesNotFit, MAX_VALUES, MORE_VALUES } from '../fits';

/** The widest tables of events have some thousand columns. */
const MAX_COLUMNS = 5000;
/** Values that are empty take memory, too. */
const MAX_EMPTY = 5_000_000;

/**
 * Rows of a query, as they arrive. They end with an error before they fill the memory: each gets
 * all the keys in the end (see withAllKeys), and a key takes as much room as a value.
 */
export class SqlRows {
	readonly all: IDataObject[] = [];
	private readonly keys = new Set<string>();
	private readonly order: string[] = [];
	private lines = 0;
	private values = 0;

	/** @param isFileLarger whether a file takes more: the service may make none, so that it is made of rows */
	constructor(
		private readonly readRow: SqlWire['readRow'],
		private readonly isFileLarger = true,
	) {}

	/**
	 * The columns of all rows. Where rows leave some out, each stands before the one that it stands
	 * before in the first row that has it.
	 */
	get columns(): string[] {
		return [...this.order];
	}

	/** @throws OperationalError for a line that is no row, or rows that do not fit into memory */
	add(line: Line): void {
		this.lines++;
		this.assertFits();
		if (line.text.trim() === '') return;
		const row = this.readRow(line.text);
		if (row === undefined) {
			throw new OperationalError(
				`Line ${this.lines} of the answer is no row: ${line.quote()}. The answer may have been cut off`,
			);
		}
		const keys = Object.keys(row);
		// Before its columns are learned, which takes time for each of them.
		this.assertFits(keys.length);
		this.all.push(row as IDataObject);
		this.values += keys.length;
		if (!keys.every((key) => this.keys.has(key))) this.learn(keys);
		this.assertFits();
	}

	/** From the end on, so that what stands behind a new one is known. */
	private learn(keys: readonly string[]): void {
		let next: string | undefined;
		for (const key of [...keys].reverse()) {
			if (!this.keys.has(key)) {
				const place = next === undefined ? this.order.length : this.order.indexOf(next);
				this.order.splice(place, 0, key);
				this.keys.add(key);
			}
			next = key;
		}
	}

	/** @param least columns that there are at least */
	private assertFits(least = 0): void {
		const { length: rows } = this.all;
		const columns = Math.max(this.keys.size, least);
		const fault =
			columns > MAX_COLUMNS
				? `more than ${MAX_COLUMNS} columns`
				: this.lines + this.values > MAX_VALUES
					? MORE_VALUES
					: rows * columns - this.values > MAX_EMPTY
						? `${columns} columns, most of them empty, in ${rows} rows`
						: undefined;
		if (fault === undefined) return;
		throw doesNotFit(
			'The result',
			fault,
			this.isFileLarger
				? "Select fewer columns or rows in 'SQL', or set 'Output' to the file, which takes any size."
				: "Select fewer columns or rows in 'SQL', for example one day after the other.",
		);
	}
}
