/** What the sources look like from outside: files, imports, circles, names. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

import ts from 'typescript';

/** Every source of the package, by its path from the top of the repository. */
export const sources: readonly string[] = ['nodes', 'credentials']
	.flatMap((folder) =>
		readdirSync(folder, { recursive: true }).map((file) => join(folder, String(file))),
	)
	.filter((file) => file.endsWith('.ts'))
	.sort();

/** Files that a source imports, types included. */
export function importsOf(file: string): string[] {
	const specifiers = readFileSync(file, 'utf8').matchAll(/(?:from |\bimport\()'(\.[^']+)'/g);
	return [...specifiers].map(([, specifier]) => {
		const path = normalize(join(dirname(file), specifier as string));
		return existsSync(`${path}.ts`) ? `${path}.ts` : join(path, 'index.ts');
	});
}

/** Groups of files that import each other in a circle, types included (Tarjan's algorithm). */
export function circles(): string[][] {
	const index = new Map<string, number>();
	const lowest = new Map<string, number>();
	const stack: string[] = [];
	const found: string[][] = [];
	const visit = (file: string): void => {
		index.set(file, index.size);
		lowest.set(file, index.size - 1);
		stack.push(file);
		for (const next of importsOf(file)) {
			if (!index.has(next)) visit(next);
			if (stack.includes(next)) {
				lowest.set(file, Math.min(lowest.get(file) as number, lowest.get(next) as number));
			}
		}
		if (lowest.get(file) !== index.get(file)) return;
		const circle = stack.splice(stack.indexOf(file));
		if (circle.length > 1) found.push(circle.sort());
	};
	for (const file of sources) if (!index.has(file)) visit(file);
	return found;
}

/** Names of types that more than one file declares, with these files. */
export function typesDeclaredTwice(): Array<[name: string, files: string[]]> {
	const declared = new Map<string, string[]>();
	for (const file of sources) {
		const tree = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2022);
		for (const statement of tree.statements) {
			if (!ts.isInterfaceDeclaration(statement) && !ts.isTypeAliasDeclaration(statement)) continue;
			const name = statement.name.text;
			declared.set(name, [...(declared.get(name) ?? []), file]);
		}
	}
	return [...declared].filter(([, files]) => files.length > 1).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Lines of a file, as `wc` counts them. */
export function linesOf(file: string): number {
	return readFileSync(file, 'utf8').split('\n').length - 1;
}
