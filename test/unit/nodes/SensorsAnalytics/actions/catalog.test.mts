import { respondWithFound } from '../../../../../nodes/SensorsAnalytics/actions/run/catalog';
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

	it('is a hint for people, and no items', async () => {
		const { run, hints } = runOf('sensorsAnalytics');
		expect(await respondWithFound(run, [], entries(2), words)).toEqual([]);
		expect(hints).toEqual([
			"None of the 2 events match 'refund'. All names: 事件 0 (event_0), 事件 1 (event_1).",
		]);
	});

	it('is an item with advice for a model', async () => {
		const { run, hints } = runOf('sensorsAnalyticsTool');
		const [item, ...more] = await respondWithFound(run, [], entries(2), words);
		expect([item?.pairedItem, more]).toEqual([{ item: 2 }, []]);
		expect(item?.json).toEqual({
			found: 0,
			advice: expect.stringContaining(
				"None of the 2 events match 'refund'. All names: 事件 0 (event_0), 事件 1 (event_1)",
			),
		});
		expect(hints).toEqual([]);
	});

	it.each([
		[
			0,
			'refund',
			/^Sensors Analytics returned no events: there are none, or the credential's account can't see them\.$/,
		],
		[
			20,
			'refund',
			/None of the 20 events match 'refund'\. All names: 事件 0 \(event_0\), 事件 1 \(event_1\), 事件 2 \(event_2\), 事件 3 \(event_3\), 事件 4 \(event_4\), 事件 5 \(event_5\), 事件 6 \(event_6\), 事件 7 \(event_7\), 事件 8 \(event_8\), 事件 9 \(event_9\), 事件 10 \(event_10\), 事件 11 \(event_11\), 事件 12 \(event_12\), 事件 13 \(event_13\), 事件 14 \(event_14\), 事件 15 \(event_15\), 事件 16 \(event_16\), 事件 17 \(event_17\), 事件 18 \(event_18\), 事件 19 \(event_19\)\.$/,
		],
		[
			21,
			'refund',
			/None of the 21 events match 'refund'\. Search for a single word, in English or Chinese\. To list all, leave the search empty/,
		],
		[
			21,
			'event refund',
			/None of the 21 events match 'event refund'\. Similar names: 事件 0 \(event_0\), 事件 1 \(event_1\), 事件 2 \(event_2\), 事件 3 \(event_3\), 事件 4 \(event_4\)\.$/,
		],
	])('of %i events, %s, comes with advice', async (count, text, advice) => {
		const { run, hints } = runOf('sensorsAnalytics');
		await respondWithFound(run, [], entries(count), { what: 'events', text });
		expect(hints).toEqual([expect.stringMatching(advice)]);
	});

	it('has a word for a missing value', async () => {
		const { run, hints } = runOf('sensorsAnalytics');
		const values = [entries(1)[0] as Findable, { name: '', displayName: '' }];
		await respondWithFound(run, [], values, { what: 'values of user.city', text: 'x' });
		expect(hints).toEqual([
			expect.stringMatching(
				/None of the 2 values of user\.city match 'x'\. All names: 事件 0 \(event_0\), \(none\)\.$/,
			),
		]);
	});

	it('returns the same keys in each item for people, and for a model what is known, how much is shown, and the other names', async () => {
		const found = [
			{ name: 'a', description: null, tags: [], is_virtual: false, value: 1 },
			{ name: 'b', description: null, tags: [], is_virtual: true, value: null },
		];
		const jsonOf = async (type: string) => {
			const request = { what: 'events', text: '' };
			const items = await respondWithFound(runOf(type).run, found, entries(21), request, [
				'c',
				'd',
			]);
			return items.map(({ json }) => json);
		};
		expect(await jsonOf('sensorsAnalytics')).toEqual(found);
		expect(await jsonOf('sensorsAnalyticsTool')).toEqual([
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

	it('returns all bare names for a model if nothing matches', async () => {
		const { run } = runOf('sensorsAnalyticsTool');
		const [item] = await respondWithFound(run, [], entries(100), words);
		expect(item?.json.advice).toMatch(
			/^None of the 100 events match 'refund'\. All: event_0, event_1, event_2, event_3, event_4, event_5, event_6, event_7, event_8, event_9, event_10, event_11, event_12, event_13, event_14, event_15, event_16, event_17, event_18, event_19, event_20, event_21, event_22, event_23, event_24, event_25, event_26, event_27, event_28, event_29, event_30, event_31, event_32, event_33, event_34, event_35, event_36, event_37, event_38, event_39, event_40, event_41, event_42, event_43, event_44, event_45, event_46, event_47, event_48, event_49, event_50, event_51, event_52, event_53, event_54, event_55, event_56, event_57, event_58, event_59, event_60, event_61, event_62, event_63, event_64, event_65, event_66, event_67, event_68, event_69, event_70, event_71, event_72, event_73, event_74, event_75, event_76, event_77, event_78, event_79 and 20 more$/,
		);
	});

	it('says nothing where something was found', async () => {
		const { run, hints } = runOf('sensorsAnalyticsTool');
		const [item] = await respondWithFound(run, [{ name: 'a' }], entries(1), words);
		expect(item?.json).toEqual({
			shown: "1 of 1 events that fit 'refund' (of 1)",
			columns: ['name'],
			rows: [['a']],
		});
		expect(hints).toEqual([]);
	});
});
