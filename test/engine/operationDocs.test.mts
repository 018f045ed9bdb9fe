import { keepDocument } from '../support/documents.mts';
import { writeMessages } from '../support/messageDocs.mts';
import { writeOperations } from '../support/operationDocs.mts';
import { writeOptions } from '../support/optionDocs.mts';
import { withoutWaits } from '../support/waits.mts';

beforeAll(() => void withoutWaits());

it('docs/operations.md shows the results of the operations', async () => {
	expect(await keepDocument('docs/operations.md', await writeOperations())).toBe(true);
});

it('docs/options.md shows the options of the form', async () => {
	expect(await keepDocument('docs/options.md', writeOptions())).toBe(true);
});

it('docs/messages.md shows messages as they are', async () => {
	expect(await keepDocument('docs/messages.md', await writeMessages())).toBe(true);
});
