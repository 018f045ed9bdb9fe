/** What came of the mutants of a room. */
import CliTable from 'cli-table3';

interface Mutant {
	status:
		| 'Killed'
		| 'Timeout'
		| 'Survived'
		| 'NoCoverage'
		| 'Ignored'
		| 'RuntimeError'
		| 'CompileError';
	mutatorName: string;
	static?: boolean;
	replacement?: string;
	location: { start: { line: number; column: number } };
}
/** The part of the tester's report that is used here. */
export interface Report {
	files: { [path: string]: { source: string; mutants: Mutant[] } };
}

const SEEN = ['Killed', 'Timeout'];
const NOT_SEEN = ['Survived', 'NoCoverage'];

/** In percent: of the mutants that could be judged, those that a test has seen. */
export function scoreOf({ files }: Report): number {
	return percentOf(Object.values(files).flatMap(({ mutants }) => mutants));
}

/** A line for each file, then each mutant that lives. @param folder that is left out of paths */
export function table({ files }: Report, folder: string): string {
	const rows = new CliTable({
		head: ['', '%', 'killed', 'timeout', 'survived', 'not met', 'ignored'],
		style: { head: [], border: [], compact: true },
	});
	const rowOf = (name: string, mutants: Mutant[]) => {
		const count = (status: string) => mutants.filter((one) => one.status === status).length;
		rows.push([
			name,
			percentOf(mutants).toFixed(1),
			...['Killed', 'Timeout', 'Survived', 'NoCoverage', 'Ignored'].map(count),
		]);
	};
	const entries = Object.entries(files);
	for (const [path, { mutants }] of entries) rowOf(path.slice(folder.length + 1), mutants);
	rowOf(
		'all',
		entries.flatMap(([, { mutants }]) => mutants),
	);
	const alive = entries.flatMap(([path, { source, mutants }]) =>
		mutants
			.filter(({ status }) => NOT_SEEN.includes(status))
			.map((one) => resultOf(path, source, one)),
	);
	return [...alive, rows.toString()].join('\n');
}

function resultOf(
	path: string,
	source: string,
	{ location, replacement = '', mutatorName }: Mutant,
) {
	const { line, column } = location.start;
	const code = (source.split('\n')[line - 1] ?? '').trim();
	return `${path}:${line}:${column} ${mutatorName}\n\t${code}\n\t→ ${replacement.replace(/\s+/g, ' ').slice(0, 120)}`;
}

function percentOf(mutants: Mutant[]): number {
	const count = (of: string[]) => mutants.filter(({ status }) => of.includes(status)).length;
	const judged = count([...SEEN, ...NOT_SEEN]);
	return judged === 0 ? 100 : (count(SEEN) / judged) * 100;
}
