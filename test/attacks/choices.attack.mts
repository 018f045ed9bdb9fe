/** What is chosen from lists, or used as an ID: names that become code or another address. */
import {
	dashboardRequest,
	savedReportRequest,
} from '../../nodes/SensorsAnalytics/api/legacy/lists.ts';
import { toResult } from '../../nodes/SensorsAnalytics/catalog/catalog.ts';
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
			const got = [dashboardRequest, savedReportRequest].map((request) => {
				try {
					const { path: whole } = request(id);
					const requested = new URL(ADDRESS + whole).pathname;
					const parent = new URL(ADDRESS + request('1').path).pathname.slice(0, -1);
					const isOwn =
						requested.startsWith(parent) && !/^[./]*$/.test(requested.slice(parent.length));
					return !isOwn && `it asks ${requested}`;
				} catch {
					return undefined;
				}
			});
			return await Promise.resolve(heldUnless(...got));
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
