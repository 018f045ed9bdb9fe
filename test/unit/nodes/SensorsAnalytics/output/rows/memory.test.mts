import { execFileSync } from 'node:child_process';

/** How many columns the first report of a process has, and the one that is measured. */
const CHANGES = [
	[24, 2],
	[2, 24],
] as const;
const MANY = [48, 49, 60];
const GROUPS = 12;

const after = (first: number, columns: number) => ({ first, columns });
const CASES = [
	...CHANGES.flatMap(([first, columns]) => [after(first, columns), after(columns, columns)]),
	...MANY.map((columns) => after(columns, columns)),
	{ groups: GROUPS },
];
const keyOf = (one: (typeof CASES)[number]) => JSON.stringify(one);
let measured: Map<string, number>;
beforeAll(() => {
	const flags = ['--expose-gc', '--single-threaded-gc'];
	const script = [...flags, 'test/support/rowBytes.cjs', JSON.stringify(CASES)];
	const bytes = JSON.parse(execFileSync(process.execPath, script).toString()) as number[];
	measured = new Map(CASES.map((one, index) => [keyOf(one), bytes[index] as number]));
});
const bytesOf = (one: (typeof CASES)[number]) => measured.get(keyOf(one)) ?? NaN;

it.each(CHANGES)(
	'after a report with %d columns, rows with %d take no more memory than without it',
	(first, columns) => {
		const usual = bytesOf(after(columns, columns));
		expect(bytesOf(after(first, columns))).toBeLessThan(usual * 1.5);
	},
);

it.each(MANY)('a row with %d columns takes what its numbers take', (columns) => {
	expect(bytesOf(after(columns, columns)) / columns).toBeLessThan(20);
});

it('a row for each date with a key for each group takes what its numbers take', () => {
	expect(bytesOf({ groups: GROUPS }) / GROUPS).toBeLessThan(40);
});
