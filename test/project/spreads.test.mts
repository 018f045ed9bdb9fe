/** A list of foreign length must not become the arguments of a call: some 100,000 of them end it. */
import { readFileSync } from 'node:fs';

import ts from 'typescript';

import { sources } from '../support/house.mts';

/** They take any number of arguments; other functions take a list of known length, says TypeScript. */
const ANY_NUMBER = [
	...['max', 'min', 'hypot', 'push', 'unshift', 'splice', 'concat', 'of'],
	...['fromCharCode', 'fromCodePoint', 'apply'],
];

/** The place of such a call in a source. */
function spreadsIn(file: string, text: string): string[] {
	const tree = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
	const found: string[] = [];
	const look = (node: ts.Node) => {
		if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
			const name = node.expression.name.text;
			const isSpread = name === 'apply' || node.arguments.some(ts.isSpreadElement);
			const line = tree.getLineAndCharacterOfPosition(node.getStart()).line + 1;
			if (isSpread && ANY_NUMBER.includes(name)) found.push(`${file}:${line} ${name}`);
		}
		ts.forEachChild(node, look);
	};
	look(tree);
	return found;
}

it('no list becomes the arguments of a call that takes any number of them', () => {
	expect(sources.flatMap((file) => spreadsIn(file, readFileSync(file, 'utf8')))).toEqual([]);
});

it('finds them', () => {
	const text = 'Math.max(...a);\nb.push(1, ...c);\nString.fromCharCode.apply(null, d);\nb.push(c);';
	expect(spreadsIn('x', text)).toEqual(['x:1 max', 'x:2 push', 'x:3 apply']);
});
