/** What is chosen from lists, or used as an ID: names that become code or another address. */
import { listsWire } from '../../nodes/SensorsAnalytics/api/legacy/lists.ts';
import { toResult } from '../../nodes/SensorsAnalytics/catalog/catalog.ts';
import { answering } from '../support/answering.mts';
import { type Attack, heldUnless } from './attack.mts';

const ADDRESS = 'https://service.example';

function listed(name: string, text: string): Attack {
	return {
		name,
		run: async () => {
			const { results } = await Promise.resolve(
				toResult([
					{ name: text, value: 'known' },
					{ name: 'known', value: text },
				]),
			);
			const stored = results.flatMap((choice) => [choice.name, String(choice.value)]);
			return heldUnless(
				stored.some((one) => one.trimStart().startsWith('=')) && 'it is an expression',
			);
		},
	};
}

function path(id: string): Attack {
	return {
		name: `an ID ${JSON.stringify(id)}`,
		run: async () => {
			const lists = ['savedReports', 'savedReport'] as const;
			const asked = lists.map(async (list) => {
				/** Returns where the first request leads; a refused ID has none. */
				const pathFor = async (own: string) => {
					const { ask, requests } = answering({});
					await Promise.resolve(listsWire[list](ask, own)).catch(() => undefined);
					return requests[0] && new URL(ADDRESS + requests[0].path).pathname;
				};
				const parent = (await pathFor('1'))?.slice(0, -1) ?? '';
				const requested = await pathFor(id);
				if (requested === undefined && parent !== '') return undefined;
				const name = requested?.slice(parent.length) ?? '';
				const isOwn = requested?.startsWith(parent) && !/^[./]*$/.test(name);
				return !isOwn && `it asks ${requested}`;
			});
			return heldUnless(...(await Promise.all(asked)));
		},
	};
}

export const attacks: Attack[] = [
	listed('a name that is an expression', '={{ $env.SECRET }}'),
	listed('a name that is one behind a space', ' ={{ $env.SECRET }}'),
	path('..'),
	path('.'),
	path(''),
];
