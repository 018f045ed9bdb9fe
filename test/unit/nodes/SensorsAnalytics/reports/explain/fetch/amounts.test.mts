/**
 * How often the group with a planted change of its amounts is found, and how often one is named if
 * nothing was planted: amounts have no normal distribution, and few of them can be most of a sum.
 */
import type { ServiceRequest } from '../../../../../../../credentials/http/request';
import { legacy } from '../../../../../../../nodes/SensorsAnalytics/api/legacy/api';
import { Explaining } from '../../../../../../../nodes/SensorsAnalytics/reports/explain/fetch';
import { quantityOf } from '../../../../../../../nodes/SensorsAnalytics/reports/explain/question';
import type { Measure, Property } from '../../../../../../../nodes/SensorsAnalytics/query/query';
import { isLong, seed } from '../../../../../../support/extent.mts';
import { Chance } from '../../../../../../support/plantedShops.mts';

const TRIALS = isLong ? 600 : 50;
const SHARES = [0.4, 0.22, 0.15, 0.1, 0.07, 0.04, 0.02];
const PLANTED = 1;
const [WEEK, BEFORE] = [
	{ from: '2026-11-09', to: '2026-11-15' },
	{ from: '2026-11-02', to: '2026-11-08' },
];

interface Order {
	city: number;
	amount: number;
	user: number;
}
/** Multiples of the planted group's orders, and of their amounts. */
interface Cause {
	orders?: number;
	amounts?: number;
	/** Multiple of all orders. */
	all?: number;
}

/** A week of orders, most of them small. */
function ordersOf(count: number, sigma: number, chance: Chance, cause: Cause = {}): Order[] {
	return SHARES.flatMap((share, city) => {
		const { orders = 1, amounts = 1 } = city === PLANTED ? cause : {};
		const mean = count * (cause.all ?? 1) * share * orders;
		return Array.from({ length: chance.poisson(mean * chance.factor(0.01)) }, () => ({
			city,
			amount: 100 * amounts * chance.factor(sigma),
			user: Math.floor(chance.next() * count * 20),
		}));
	});
}

interface Asked {
	measures: Array<{ aggregator: string }>;
	by_fields?: string[];
	bucket_params?: { [field: string]: number[] };
	from_date: string;
}

const numbersOf = (orders: readonly Order[], { measures }: Asked) =>
	measures.map(({ aggregator }) => {
		if (aggregator === 'general') return orders.length;
		if (aggregator === 'unique') return new Set(orders.map(({ user }) => user)).size;
		const sum = orders.reduce((all, { amount }) => all + Math.round(amount * 100), 0) / 100;
		return aggregator === 'SUM' ? sum : sum / (orders.length || 1);
	});

/** A service with these orders. */
function askOf(now: readonly Order[], before: readonly Order[]) {
	return async ({ body }: ServiceRequest) => {
		const asked = body as unknown as Asked;
		const [field] = asked.by_fields ?? [];
		const limits = field === undefined ? undefined : asked.bucket_params?.[field];
		const groups = new Map<string, Order[]>();
		for (const order of asked.from_date === WEEK?.from ? now : before) {
			const bucket = limits?.filter((limit) => limit <= order.amount).length ?? order.city;
			const name = field === undefined ? '' : `group ${bucket}`;
			const known = groups.get(name);
			if (known) known.push(order);
			else groups.set(name, [order]);
		}
		return await Promise.resolve({
			detail_result: { series: [], rows: [] },
			rollup_result: {
				series: [`${asked.from_date} 00:00:00`],
				rows: [...groups].map(([name, own]) => ({
					by_values: field === undefined ? [] : [name],
					values: [numbersOf(own, asked)],
				})),
			},
		});
	};
}

const propertyOf = (name: string): Property => ({ of: 'event', event: 'A', name });

/** Returns how often the planted group is named, and how often another one, in percent. */
async function named(aggregator: 'sum' | 'avg', sigma: number, count: number, cause?: Cause) {
	const chance = new Chance(seed * 7919);
	const measure: Measure = {
		...{ kind: 'event', event: 'A', aggregator },
		property: propertyOf('amount'),
	};
	const found = { right: 0, wrong: 0, requests: 0 };
	for (let trial = 0; trial < TRIALS; trial++) {
		const before = ordersOf(count, sigma, chance);
		const now = ordersOf(count, sigma, chance, cause);
		const question = {
			...{ measure, quantity: quantityOf(measure), event: 'A' },
			...{ dimensions: [{ property: propertyOf('city') }], range: WEEK, comparison: BEFORE },
			...{ mostRequests: 30, drillsDown: false, hasUsual: false, isUsualImplied: false },
			...{ timeZone: 'Asia/Shanghai', now: new Date('2026-11-16T09:00:00+08:00') },
			today: '2026-11-16',
		};
		const { dimensions, requests } = await new Explaining(question as never, {
			...{ ask: askOf(now, before), wire: legacy, how: {} },
		}).explain(
			async () => await Promise.reject(new Error('no lists')),
			async () => await Promise.resolve(undefined),
		);
		found.requests = requests;
		const outlying = dimensions[0]?.values.filter(({ standsOut }) => standsOut) ?? [];
		const isRight = outlying[0]?.value === `group ${PLANTED}`;
		if (outlying.length > 0) found[isRight && cause && !cause.all ? 'right' : 'wrong']++;
	}
	const percent = (times: number) => (100 * times) / TRIALS;
	return { ...found, right: percent(found.right), wrong: percent(found.wrong) };
}

it.each([
	['sum', 0.5, 400, { orders: 0.2 }, 75],
	['sum', 1.2, 400, { orders: 0.2 }, 70],
	['sum', 0.8, 1000, { orders: 0.5 }, 55],
	['sum', 0.8, 300, { amounts: 0.2 }, 80],
	['avg', 0.8, 300, { amounts: 0.2 }, 80],
] as const)(
	'of the %s of amounts (%d), with %d orders, %j of a group is found in at least %d% of the weeks',
	async (aggregator, sigma, count, cause, least) => {
		const { right, wrong, requests } = await named(aggregator, sigma, count, cause);
		expect(right).toBeGreaterThanOrEqual(least);
		expect(wrong).toBeLessThanOrEqual(4);
		// Two for the total, for the sizes of amounts, and for the dimension.
		expect(requests).toBe(6);
	},
);

it.each([
	['sum', 0.5, 300, {}],
	['sum', 1.2, 1000, {}],
	['sum', 1.2, 300, { all: 0.7 }],
	['avg', 1.2, 300, {}],
] as const)(
	'of the %s of amounts (%d), with %d orders, no group is named if none changed: %j',
	async (aggregator, sigma, count, cause) => {
		expect((await named(aggregator, sigma, count, cause)).wrong).toBeLessThanOrEqual(2);
	},
);
