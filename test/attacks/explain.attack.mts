/** Explain Change: a request that only makes it more exact decides whether there is a report at all. */
import type { IDataObject } from 'n8n-workflow';

import { type Attack, heldUnless } from './attack.mts';
import { HostileServer } from './support/hostileServer.mts';

interface Asked {
	measures: Array<{ aggregator: string }>;
	by_fields?: string[];
	bucket_params?: object;
	from_date: string;
}

/** The sum of a city falls from 40,000 to 10,000; that of each other one is 20,000. */
const FORM: IDataObject = {
	...{ resource: 'report', operation: 'explainChange', output: 'rows' },
	measures: { measure: [{ eventName: 'PayOrder', aggregator: 'sum', field: 'amount' }] },
	groupBy: { group: [{ field: 'city' }] },
	...{ fromDate: '2026-11-08', toDate: '2026-11-14', compareWith: 'previousPeriod' },
};

const rowOf = ({ measures }: Asked, share: number) => [
	measures.map(({ aggregator }) => share * (/sum/i.test(aggregator) ? 100_000 : 1000)),
];

/** What a service may answer if it is asked for the sizes of amounts. */
const SIZES: Record<string, (asked: Asked) => [status: number, body: object]> = {
	'refused as a fault of the service': () => [500, { error: 'Unsupported' }],
	'ignored, with a group for each amount': (asked) => [
		200,
		{
			by_fields: asked.by_fields,
			rows: Array.from({ length: 3000 }, (_, n) => ({
				by_values: [String(n)],
				values: rowOf(asked, 1 / 3000),
			})),
		},
	],
	'of another property': (asked) => [
		200,
		{
			by_fields: ['event.PayOrder.other'],
			rows: [{ by_values: ['a'], values: rowOf(asked, 1) }],
		},
	],
};

export const attacks: Attack[] = Object.entries(SIZES).map(([how, answer]) => ({
	name: `no report, because the sizes of amounts are ${how}`,
	async run() {
		const hostile = await HostileServer.start((request, response) => {
			let body = '';
			request.on('data', (piece) => (body += piece));
			request.on('end', () => {
				if (!request.url?.includes('report')) return response.end('[]');
				const asked = JSON.parse(body) as Asked;
				const series = [`${asked.from_date} 00:00:00`];
				if (Object.keys(asked.bucket_params ?? {}).length > 0) {
					const [status, sizes] = answer(asked);
					response.statusCode = status;
					return response.end(JSON.stringify({ series, ...sizes }));
				}
				const isNow = asked.from_date >= '2026-11-08';
				const shares = [isNow ? 0.1 : 0.4, 0.2, 0.2, 0.2];
				const rows = asked.by_fields?.length
					? shares.map((share, n) => ({ by_values: [`C${n}`], values: rowOf(asked, share) }))
					: [{ values: rowOf(asked, isNow ? 0.7 : 1) }];
				response.end(JSON.stringify({ series, by_fields: asked.by_fields, rows }));
			});
		});
		try {
			const { rows, error } = await hostile.run(FORM);
			const said = error?.message ?? String(rows[0]?.headline);
			return heldUnless(!/mainly in city = C0: 10,000/.test(said) && `it says: ${said}`);
		} finally {
			hostile.stop();
		}
	},
}));
