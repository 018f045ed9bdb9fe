import { respondWithFound as giveFound } from '../../../../../nodes/SensorsAnalytics/actions/catalog';
import type { ItemRun } from '../../../../../nodes/SensorsAnalytics/item';
import type { Findable } from '../../../../../nodes/SensorsAnalytics/query/names';

const entries = (count: number) =>
	Array.from({ length: count }, (_, n) => ({ name: `event_${n}`, displayName: `事件 ${n}` }));

/** A run of the node, or of n8n's copy of it that is the tool of a model. */
function runOf(type: string) {
	const hints: string[] = [];
	const context = {
		getNode: () => ({ type: `n8n-nodes-sensors-analytics.${type}` }),
		addExecutionHints: ({ message }: { message: string }) => hints.push(message),
	};
	return { run: { context, itemIndex: 2 } as unknown as ItemRun, hints };
}

describe('what was looked for and not found', () => {
	const words = { what: 'events', text: 'refund' };

	it('is a hint for people, and no items', () => {
		const { run, hints } = runOf('sensorsAnalytics');
		expect(giveFound(run, [], entries(2), words)).toEqual([]);
		expect(hints).toEqual([
			"No events fit 'refund' (of 2). There are: 事件 0 (event_0), 事件 1 (event_1)",
		]);
	});

	it('is an item with advice for a model', () => {
		const { run, hints } = runOf('sensorsAnalyticsTool');
		const [item, ...more] = giveFound(run, [], entries(2), words);
		expect([item?.pairedItem, more]).toEqual([{ item: 2 }, []]);
		expect(item?.json).toEqual({ found: 0, advice: expect.stringContaining('There are: ') });
		expect(hints).toEqual([]);
	});

	it.each([
		[0, 'refund', /^The credential's account can't see any events$/],
		[20, 'refund', /There are: 事件 0 \(event_0\), .*事件 19 \(event_19\)$/],
		[21, 'refund', /Try a single word, in English or Chinese/],
		[21, 'event refund', /\(of 21\)\. Similar names: (?:事件 \d+ \(event_\d+\)(?:, )?){5}$/],
	])('of %i events, %s, comes with advice', (count, text, advice) => {
		const { run, hints } = runOf('sensorsAnalytics');
		giveFound(run, [], entries(count), { what: 'events', text });
		expect(hints).toEqual([expect.stringMatching(advice)]);
	});

	it('calls a value that is none by a word', () => {
		const { run, hints } = runOf('sensorsAnalytics');
		const values = [entries(1)[0] as Findable, { name: '', displayName: '' }];
		giveFound(run, [], values, { what: 'values of user.city', text: 'x' });
		expect(hints).toEqual([expect.stringMatching(/There are: 事件 0 \(event_0\), \(none\)$/)]);
	});

	it('tells people the same keys in each item, and a model what is known, how much is shown, and the other names', () => {
		const found = [
			{ name: 'a', description: null, tags: [], is_virtual: false, value: 1 },
			{ name: 'b', description: null, tags: [], is_virtual: true, value: null },
		];
		const jsonOf = (type: string) =>
			giveFound(runOf(type).run, found, entries(21), { what: 'events', text: '' }, ['c', 'd']).map(
				({ json }) => json,
			);
		expect(jsonOf('sensorsAnalytics')).toEqual(found);
		expect(jsonOf('sensorsAnalyticsTool')).toEqual([
			{
				shown: '2 of 4 events',
				columns: ['name', 'is_virtual', 'value'],
				rows: [
					['a', false, 1],
					['b', true, null],
				],
				not_shown: ['c', 'd'],
			},
		]);
	});

	it('tells a model all bare names where nothing fits', () => {
		const { run } = runOf('sensorsAnalyticsTool');
		const [item] = giveFound(run, [], entries(100), words);
		expect(item?.json.advice).toMatch(
			/^No events fit 'refund' \(of 100\)\. All: event_0, .*event_79 and 20 more$/,
		);
	});

	it('says nothing where something was found', () => {
		const { run, hints } = runOf('sensorsAnalyticsTool');
		const [item] = giveFound(run, [{ name: 'a' }], entries(1), words);
		expect(item?.json).toEqual({
			shown: "1 of 1 events that fit 'refund' (of 1)",
			columns: ['name'],
			rows: [['a']],
		});
		expect(hints).toEqual([]);
	});
});
