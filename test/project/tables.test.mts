/** A text that a person or a server wrote must not find what every object has, such as `constructor`. */
import { readFileSync } from 'node:fs';

import ts from 'typescript';

import { sources } from '../support/house.mts';

/** Tables that are read by keys of the node's own, or by texts that no key of all objects can be. */
const OWN_KEYS = [
	// Kinds, units, columns and outputs of the node.
	...['PREVIOUS_ZH', 'UNITS_ZH', 'BEFORE_ZH', 'MEANS_ZH', 'CHINESE_UNITS', 'ENGLISH_UNITS'],
	...['OF_VALUE', 'OUTPUT_TEXTS', 'FINER', 'FIELDS_OF'],
	// Capital letters, and single characters.
	...['NETWORK_WORDS', 'CERTIFICATE_ADVICE', 'ENTITIES', 'ALIKE'],
];

/** The places where a constant table with any text as key is read without ownOf. */
function readsIn(file: string, text: string): string[] {
	const tree = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
	const tables = new Set<string>();
	const found: string[] = [];
	const look = (node: ts.Node) => {
		const isTable =
			ts.isVariableDeclaration(node) &&
			node.type !== undefined &&
			ts.isTypeLiteralNode(node.type) &&
			node.type.members.some(ts.isIndexSignatureDeclaration);
		if (isTable && /^[A-Z][A-Z_]+$/.test(node.name.getText())) tables.add(node.name.getText());
		ts.forEachChild(node, look);
	};
	look(tree);
	const lookAtReads = (node: ts.Node) => {
		if (ts.isElementAccessExpression(node) && tables.has(node.expression.getText())) {
			const name = node.expression.getText();
			if (!OWN_KEYS.includes(name)) found.push(`${file}: ${name}`);
		}
		ts.forEachChild(node, lookAtReads);
	};
	lookAtReads(tree);
	return found;
}

it('no table is read by a key that every object has', () => {
	expect(sources.flatMap((file) => readsIn(file, readFileSync(file, 'utf8')))).toEqual([]);
});

it('such a reading is found', () => {
	const table = 'const WORDS: { [key: string]: string } = {};';
	expect(readsIn('a.ts', `${table} const word = WORDS[typed];`)).toEqual(['a.ts: WORDS']);
	expect(readsIn('a.ts', `${table} const word = ownOf(WORDS, typed);`)).toEqual([]);
});
