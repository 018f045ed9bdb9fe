import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { IDataObject, IWorkflowBase } from 'n8n-workflow';

import { NODE_TYPE } from '../support/engine.mts';
import { TestWorld } from '../support/world.mts';
import { withoutWaits } from '../support/waits.mts';

beforeAll(() => void withoutWaits());

const examples = readdirSync('examples').map((file): [string, IWorkflowBase] => [
	file,
	JSON.parse(readFileSync(join('examples', file), 'utf8')) as IWorkflowBase,
]);

/** What a model fills in takes a complete n8n: test/real/agent.test.mts. */
const isForAgents = ({ nodes }: IWorkflowBase) =>
	nodes.some(({ type }) => type.endsWith('.sensorsAnalyticsTool'));
const alone = examples.filter(([, workflow]) => !isForAgents(workflow));

describe('The example workflows', () => {
	let t: TestWorld;

	beforeAll(async () => {
		t = await TestWorld.start();
		await t.saveCredential('sensorsAnalytics', t.dataOf('account'));
		await t.saveCredential('sensorsAnalyticsKey', t.dataOf('key'));
	});
	afterAll(async () => await t.stop());

	it.each(alone)('%s says what to fill in, and returns rows', async (_file, workflow) => {
		const note = workflow.nodes.find(({ type }) => type === 'n8n-nodes-base.stickyNote');
		expect(note?.parameters.content).toMatch(/select or create a Sensors Analytics credential/i);
		const ours = workflow.nodes.find(({ type }) => type.startsWith('n8n-nodes-sensors-analytics.'));
		if (!ours) throw new Error('The workflow has no node of this package');
		if (ours.type === NODE_TYPE) {
			// The node alone: what comes before and behind it is tested in a complete n8n.
			const input = { event: 'PayOrder', from: '2026-11-01', to: '2026-11-02' };
			const parameters = ours.parameters as Parameters<typeof t.engine.runNode>[0];
			const { rows, error } = await t.engine.runNode(parameters, {
				credential: ours.credentials?.sensorsAnalyticsApi?.id ?? '',
				items: [input],
			});
			expect(error).toBeUndefined();
			expect(rows.length).toBeGreaterThan(0);
		} else {
			const parameters = ours.parameters as Parameters<typeof t.engine.pollContext>[0];
			const credential = ours.credentials?.sensorsAnalyticsApi?.id ?? '';
			const context = t.engine.pollContext(parameters, {}, { mode: 'manual', credential });
			expect((await t.engine.poll(context))?.[0]?.length).toBeGreaterThan(0);
		}
	});

	/** A shop in which yesterday is as the same day of last week, and has 150 orders from Beijing more. */
	const withUnusualYesterday = async () => {
		const own = await TestWorld.start();
		await own.saveCredential('sensorsAnalytics', own.dataOf('account'));
		const shop = own.world.shopOf('production');
		const events = shop.eventsOf.bind(shop);
		const dayBefore = (days: number) =>
			new Date(Date.now() + 8 * 3_600_000 - days * 86_400_000).toISOString().slice(0, 10);
		const [yesterday, weekAgo] = [dayBefore(1), dayBefore(8)];
		const planted = (day: string) => {
			if (day !== yesterday) return events(day);
			const past = events(weekAgo).map((event) => ({
				...event,
				time: event.time.replace(weekAgo, day),
			}));
			const orders = past.filter(({ event }) => event === 'PayOrder');
			const more = Array.from({ length: 150 }, (_none, n) => {
				const order = orders[n % orders.length] as (typeof orders)[number];
				const user = { ...order.user, id: `more-${n}` };
				return { ...order, user, properties: { ...order.properties, city: 'Beijing' } };
			});
			return [...past, ...more];
		};
		Object.assign(shop, { eventsOf: planted });
		Object.defineProperty(shop, 'kind', { value: 'with many orders' });
		return { own, yesterday };
	};

	/** What comes out behind the last of our nodes, on whatever day of the year. */
	const lastItems = async (own: TestWorld, example: string) => {
		const [, { nodes = [] } = {}] = examples.find(([file]) => file === `${example}.json`) ?? [];
		let items: IDataObject[] = [{}];
		for (const { type, parameters } of nodes) {
			const credential = 'sensorsAnalytics';
			const options = { ...(parameters.options as IDataObject), usualRange: 'all' };
			const form = { ...parameters, options } as never;
			if (type.endsWith('.sensorsAnalyticsTrigger')) {
				const context = own.engine.pollContext(form, {}, { mode: 'manual', credential });
				items = (await own.engine.poll(context))?.[0]?.map(({ json }) => json) ?? [];
			} else if (type === NODE_TYPE) {
				const { rows, error } = await own.engine.runNode(form, { credential, items });
				expect(error).toBeUndefined();
				items = rows;
			}
		}
		return items;
	};

	it('is-yesterday-unusual: one message of whether it is, and of where the change lies', async () => {
		const { own } = await withUnusualYesterday();
		const items = await lastItems(own, 'is-yesterday-unusual').finally(
			async () => await own.stop(),
		);
		expect(items).toHaveLength(1);
		const text = String(items[0]?.text);
		expect(text).toMatch(/above the usual range for a \w+day \(\d+–\d+\)/);
		expect(text).toContain('is mainly in 城市 = Beijing');
		expect(text.match(/ from \d+ on /g)).toHaveLength(1);
	});

	it('alert-when-orders-are-unusual: where the change lies, on the day that the trigger returns', async () => {
		const { own, yesterday } = await withUnusualYesterday();
		const items = await lastItems(own, 'alert-when-orders-are-unusual');
		const orders = own.events(yesterday, yesterday, 'PayOrder').length;
		await own.stop();
		expect(items).toHaveLength(1);
		const { blocks, text } = items[0] as { blocks: IDataObject[]; text: string };
		expect((blocks[0]?.text as IDataObject).text).toMatch(
			/^试运行：\d+月\d+日（周.）orders \d+，高于周.的常见范围（\d+–\d+）$/,
		);
		expect(text).toMatch(
			new RegExp(`: ${orders}, up 150 \\(.*; above the usual range for a \\w+day \\(\\d+–\\d+\\)`),
		);
		expect(text).toContain('is mainly in 城市 = Beijing');
	});

	it('are there for every resource and for the trigger', () => {
		const used = new Set(
			examples.flatMap(([, { nodes }]) =>
				nodes.map(({ type, parameters }) =>
					type === NODE_TYPE ? String(parameters.resource) : type,
				),
			),
		);
		for (const resource of ['report', 'savedReport', 'sqlQuery', 'userGroup', 'dataset'])
			expect(used).toContain(resource);
		expect(used).toContain('n8n-nodes-sensors-analytics.sensorsAnalyticsTrigger');
	});
});
