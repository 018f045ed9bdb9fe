/**
 * What it costs to make items of answers, and to parse them, in turns: prints milliseconds of the
 * process's work as JSON, the least of the rounds. Other processes only add to them.
 * Needs --expose-gc; with --single-threaded-gc the collector's work is counted where it is caused.
 * `rows.mts <cells> <answers at once> <rounds> [plain|calendar|others]`
 */
import { answerText, toArrangedItems, toItems, toItemsOf } from './report.mts';

const [cells, atOnce, rounds] = process.argv.slice(2, 5).map(Number) as [number, number, number];
const way = process.argv[5] ?? 'plain';
const OTHER_REPORTS = 6;

const text = answerText(cells);
const toOutput = way === 'calendar' ? toArrangedItems : toItems;
// Before it is measured the engine has compiled the code, or met the columns of other reports.
const small = JSON.parse(answerText(Math.min(cells, 10_000))) as unknown;
const others = Array.from({ length: OTHER_REPORTS }, (_, index) => toItemsOf(`other_${index}_`));
for (const convert of way === 'others' ? others : [toOutput])
	for (let round = 0; round < 100; round++) convert(small);

const least = { parse: Infinity, convert: Infinity };
for (let round = 0; round < rounds; round++) {
	const answers: unknown[] = [];
	least.parse = Math.min(
		least.parse,
		work(() => {
			for (let i = 0; i < atOnce; i++) answers.push(JSON.parse(text));
		}),
	);
	const items: unknown[] = [];
	least.convert = Math.min(
		least.convert,
		work(() => {
			for (const answer of answers) items.push(toOutput(answer));
		}),
	);
	if (items.length !== atOnce) throw new Error('Some answers gave nothing');
}
console.log(JSON.stringify(least));

function work(piece: () => void): number {
	(globalThis.gc as () => void)();
	const before = process.cpuUsage();
	piece();
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1000;
}
