import { readFile } from 'node:fs/promises';

import { writeOperations } from '../support/operationDocs.mts';

it('docs/operations.md shows what the operations give', async () => {
	expect(await readFile('docs/operations.md', 'utf8')).toBe(await writeOperations());
});
