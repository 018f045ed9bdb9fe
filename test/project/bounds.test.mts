import { keepDocument } from '../support/documents.mts';
import { writeBounds } from '../support/boundDocs.mts';

it('docs/bounds.md has the bounds of all numbers', async () => {
	expect(await keepDocument('docs/bounds.md', writeBounds())).toBe(true);
});

it('every number of the form has some', () => {
	const lines = writeBounds().split('\n');
	expect(lines.length).toBeGreaterThan(40);
	expect(lines.filter((line) => line.includes('any number'))).toEqual([]);
});
