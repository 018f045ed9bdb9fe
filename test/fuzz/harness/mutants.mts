/**
 * Breaks the built node in known ways, one at a time, and prints after how many cases the judge
 * sees it.
 */
import Module from 'node:module';
import { resolve } from 'node:path';

import { bundleChanged } from '../../../scripts/bundle.mts';
import { forgetNode } from './node.mts';

export interface Mutant {
	what: string;
	/** In one place of the sources. */
	from: string;
	to: string;
}

interface Compiling {
	_compile(this: unknown, content: string, filename: string): unknown;
}

const prototype = Module.prototype as unknown as Compiling;
const BUNDLE = resolve('dist/bundle.js');

/** The code of the package with a mutant in it; undefined unless the sources have one place for it. */
async function mutated({ from, to }: Mutant): Promise<string | undefined> {
	let places = 0;
	const code = await bundleChanged((source) => {
		places += source.split(from).length - 1;
		return source.replace(from, () => to);
	});
	return places === 1 ? code : undefined;
}

async function withCode<Result>(code: string, work: () => Promise<Result>): Promise<Result> {
	const compile = prototype._compile;
	prototype._compile = function (content, filename) {
		return compile.call(this, filename === BUNDLE ? code : content, filename);
	};
	forgetNode();
	try {
		return await work();
	} finally {
		prototype._compile = compile;
		forgetNode();
	}
}

/**
 * @param cases judged in this order, each by what is wrong with it
 * @throws nothing; a mutant that no case shows, or that has no place, ends the process with 1
 */
export async function runMutants<Case>(
	mutants: readonly Mutant[],
	cases: readonly Case[],
	judge: (one: Case) => Promise<readonly string[]>,
): Promise<void> {
	const failing = new Set<Case>();
	for (const [index, one] of cases.entries()) {
		const [fault] = await judge(one);
		if (fault === undefined) continue;
		// It shows nothing of a mutant.
		failing.add(one);
		console.log(`case ${index + 1} fails without a mutant: ${fault}`);
	}
	const firstFailure = async () => {
		for (const [index, one] of cases.entries()) {
			if (failing.has(one)) continue;
			const [fault] = await judge(one);
			if (fault !== undefined) return { after: index + 1, fault };
		}
		return undefined;
	};
	let holes = 0;
	for (const mutant of mutants) {
		const code = await mutated(mutant);
		const seen = code === undefined ? undefined : await withCode(code, firstFailure);
		if (seen === undefined) holes++;
		const verdict = seen
			? `case ${seen.after}`.padEnd(8)
			: code === undefined
				? 'NO PLACE'
				: 'NOT SEEN';
		console.log(`${verdict}  ${mutant.what}${seen ? `: ${seen.fault.slice(0, 120)}` : ''}`);
	}
	console.log(`\n${mutants.length - holes} of ${mutants.length} seen within ${cases.length} cases`);
	if (holes > 0) process.exitCode = 1;
}
