/** A compact answer of a report (docs/query.md, "The compact answer"), as a model reads it. */
import type { Fact } from './questions.mts';

interface Compact {
	columns: string[];
	rows: Array<Array<string | number | null>>;
}

export class Answer {
	constructor(private readonly reported: Compact) {}

	/** Numbers of a row, behind dates and groups. */
	private numbersOf(row: readonly (string | number | null)[]): number[] {
		return row.filter((cell) => typeof cell === 'number');
	}

	private get rows(): Compact['rows'] {
		return this.reported.rows;
	}

	/** The one number of the answer. */
	number(): number {
		return this.numbersOf(this.rows[0] ?? [])[0] ?? NaN;
	}

	numbers(count: number): number[] {
		return this.numbersOf(this.rows[0] ?? []).slice(0, count);
	}

	/** The first row: what it is about, and its number. */
	first(): Fact[] {
		return (this.rows[0] ?? []).filter((cell) => cell !== null);
	}

	all(): Fact[] {
		return this.rows.flatMap((row) => row.filter((cell) => cell !== null));
	}

	/** The row with the largest number. */
	largest(): Fact[] {
		const of = (row: Compact['rows'][number]) => this.numbersOf(row)[0] ?? -Infinity;
		const [row = []] = [...this.rows].sort((a, b) => of(b) - of(a));
		return row.filter((cell) => cell !== null);
	}

	column(name: string): number[] {
		const at = this.reported.columns.indexOf(name);
		return this.rows.map((row) => Number(row[at]));
	}

	sumWhere(key: string, value: number, name: string): number {
		const at = this.reported.columns.indexOf(key);
		const numbers = this.column(name);
		return this.rows.reduce(
			(sum, row, index) => sum + (row[at] === value ? (numbers[index] ?? 0) : 0),
			0,
		);
	}

	/** Of a funnel: the percent that took all steps. */
	lastShare(): number {
		return this.column('percent_of_first').at(-1) ?? NaN;
	}
}
