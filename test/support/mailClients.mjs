/**
 * What mail programs make of HTML (stdin: a JSON list of documents; stdout: the titles
 * of the issues of each), by the data of caniemail.com. A process of its own: the library is an ES module, the
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
	const titlesOf = (kind) => [
		...new Set([...issues[kind].values()].flatMap((found) => found.map(({ title }) => title))),
	];
	return { errors: titlesOf('errors'), warnings: titlesOf('warnings') };
});
process.stdout.write(JSON.stringify(told));
