/**
 * Breaks the node in known ways, one at a time, and tells after how many messages the judge sees it:
 * `npx tsx test/fuzz/messages/mutants.mts`.
 */
import Module from 'node:module';
import { resolve } from 'node:path';

import { bundleChanged } from '../../../scripts/bundle.mts';
import { startSimulator } from '../../../simulator/server.mts';
import { chanceOf, drawCase } from './cases.mts';
import { judgeCase } from './run.mts';
import { forgetNode } from './runNode.mts';
import { Truth } from './truth.mts';

const MUTANTS = [
	{
		what: 'what is not over counts',
		from: 'return lastDayOf(name, unit) >= today;',
		to: 'return false;',
	},
	{
		what: 'totals are those of the rows alone',
		from: 'if (table.sums) return sum(table.sums, own);',
		to: '',
	},
	{
		what: 'a fall is told as a rise',
		from: 'const difference = before === undefined ? null : subtract(now, before);',
		to: 'const difference = before === undefined ? null : subtract(before, now);',
	},
	{
		what: 'the filter stands in no scope',
		from: 'add(query.filter, said.only);',
		to: '',
	},
	{
		what: 'rows are cut without a word',
		from: "hidden > 0 ? words.moreRows(hidden) : '',",
		to: "'',",
	},
];

interface Compiling {
	_compile(this: unknown, content: string, filename: string): unknown;
}

const MOST = 150;
const prototype = Module.prototype as unknown as Compiling;
const compile = prototype._compile;
const bundle = resolve('dist/bundle.js');
const simulator = await startSimulator();
const truth = new Truth(simulator.world);
let holes = 0;
for (const { what, from, to } of MUTANTS) {
	let places = 0;
	const code = await bundleChanged((source) => {
		places += source.split(from).length - 1;
		return source.replace(from, () => to);
	});
	prototype._compile = function (content, filename) {
		return compile.call(this, filename === bundle ? code : content, filename);
	};
	forgetNode();
	const chance = chanceOf(1);
	let seen: string | undefined;
	for (let index = 0; places === 1 && index < MOST && seen === undefined; index++) {
		const { faults } = await judgeCase(simulator, drawCase(chance), truth, new Map());
		if (faults.length > 0) seen = `case ${index + 1}: ${faults[0]}`;
	}
	if (seen === undefined) holes++;
	console.log(`${places === 1 ? (seen ?? 'NOT SEEN') : 'NO PLACE'}  <- ${what}`);
}
prototype._compile = compile;
await simulator.close();
process.exitCode = holes > 0 ? 1 : 0;
