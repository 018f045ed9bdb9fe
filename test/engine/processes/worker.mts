/** One n8n process of several that share stored credentials: runs reports side by side when told to. */
import { measures } from '../../support/world.mts';
import { CredentialFiles } from '../../support/credentialStore.mts';
import { Engine } from '../../support/engine.mts';

const [folder, count] = process.argv.slice(2) as [string, string];
const engine = await Engine.start(new CredentialFiles(folder));
process.send?.('ready');
process.once('message', () => {
	void Promise.all(
		Array.from({ length: Number(count) }, async () => {
			const { rows } = await engine.runNode(
				{ measures: measures({ eventName: 'PayOrder' }) },
				{ credential: 'account' },
			);
			return rows.length === 1;
		}),
	).then((results) => {
		process.send?.(results.filter(Boolean).length);
		process.disconnect();
	});
});
