import { readFile, writeFile } from 'node:fs/promises';

/**
 * Whether a document that a test writes is the one in the repository. `npm run documents` puts it
 * there.
 */
export async function keepDocument(file: string, text: string): Promise<boolean> {
	if (process.env.npm_lifecycle_event === 'documents') await writeFile(file, text);
	return (await readFile(file, 'utf8').catch(() => '')) === text;
}
