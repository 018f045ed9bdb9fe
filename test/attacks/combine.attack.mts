/** Parts of a message that another node, or a webhook, has made. */
import type { IDataObject } from 'n8n-workflow';

import { type Attack, heldUnless } from './attack.mts';
import { HostileServer } from './support/hostileServer.mts';

function many(name: string, items: () => IDataObject[]): Attack {
	return {
		name,
		seconds: 30,
		megabytes: 1500,
		async run() {
			const hostile = await HostileServer.start((_, response) => response.end('{}'));
			try {
				const form = { resource: 'report', operation: 'getEventReport', output: 'part' };
				const { error } = await hostile.run(form, 'secret', {
					items: items(),
					onError: 'continueRegularOutput',
				});
				return heldUnless(!/limit is/.test(error?.message ?? '') && `it said ${error?.message}`);
			} finally {
				hostile.stop();
			}
		},
	};
}

const parts = (count: number) =>
	Array.from({ length: count }, (_, n) => ({ headline: `h${n}`, zone: `z${n}` }));

export const attacks: Attack[] = [
	many('a million parts', () => [{ parts: parts(1_000_000) }]),
	many('60 items with 9,000 parts each', () =>
		Array.from({ length: 60 }, () => ({ parts: parts(9000) })),
	),
];
