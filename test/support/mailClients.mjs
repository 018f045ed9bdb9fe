/**
 * What mail programs make of HTML (stdin: a JSON list of documents; stdout: a list of issues
 * each), by the data of caniemail.com. A process of its own: the library is an ES module, the
 * tests are not.
 */
import { caniemail } from 'caniemail';

/** Gmail, Outlook and Yahoo on all their platforms, Apple Mail; of each the newest version. */
const CLIENTS = ['gmail.*', 'outlook.*', 'apple-mail.*', 'yahoo.*'];

const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const documents = JSON.parse(Buffer.concat(chunks).toString());
const told = documents.map((html) => {
	const { issues } = caniemail({ clients: CLIENTS, html });
	const list = (kind) =>
		[...issues[kind]].flatMap(([client, found]) =>
			found.map(({ title, notes }) => ({ kind, client, title, notes })),
		);
	return [...list('errors'), ...list('warnings')];
});
process.stdout.write(JSON.stringify(told));
