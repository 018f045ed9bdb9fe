/**
 * Memory of one conversion, in a process of its own: prints bytes as JSON. Needs --expose-gc.
 * `memory.mts <cells> [as large answers that are converted before]`
 */
import { answerText, toItems } from './report.mts';

const collect = globalThis.gc as () => void;
const used = () => {
	collect();
	collect();
	return process.memoryUsage().heapUsed;
};

// Code and what the engine learns of it are no part of an answer.
toItems(JSON.parse(answerText(1000)));
for (let round = 0; round < Number(process.argv[3] ?? 0); round++)
	toItems(JSON.parse(answerText(Number(process.argv[2]))));
// Before the text, which is gone by the time when the answer is weighed.
const before = used();
let text: string | undefined = answerText(Number(process.argv[2]));
let answer: unknown = JSON.parse(text);
text = undefined;
const parsed = used() - before;
const items = toItems(answer);
// Nothing has been collected on purpose: what is used now is the most that was ever needed.
const peak = process.memoryUsage().heapUsed - before;
answer = undefined;
const kept = used() - before;
console.log(JSON.stringify({ parsed, kept, peak, items: items.length }));
