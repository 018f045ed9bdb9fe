/** Writes docs/operations.md: input and output of every operation. */
import '../test/support/environment.mts';
import { writeFile } from 'node:fs/promises';

import { writeOperations } from '../test/support/operationDocs.mts';

await writeFile('docs/operations.md', await writeOperations());
process.exit(0);
