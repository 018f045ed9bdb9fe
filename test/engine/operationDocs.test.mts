import { keepDocument } from '../support/documents.mts';
import { writeOperations } from '../support/operationDocs.mts';
import { withoutWaits } from '../support/waits.mts';

beforeAll(() => void withoutWaits());

it('docs/operations.md shows what the operations give', async () => {
	expect(await keepDocument('docs/operations.md', await writeOperations())).toBe(true);
});
