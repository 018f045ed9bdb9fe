import { keepDocument } from '../support/documents.mts';
import { writeOperations } from '../support/operationDocs.mts';

it('docs/operations.md shows what the operations give', async () => {
	expect(await keepDocument('docs/operations.md', await writeOperations())).toBe(true);
});
