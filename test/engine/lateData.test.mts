/** Numbers of dates whose data have not all arrived: no output compares them with whole dates. */
import type { IDataObject } from 'n8n-workflow';

import { groupBy, measures, sharedWorld } from '../support/world.mts';
import { withoutWaits } from '../support/waits.mts';

const DAY = '2026-11-22';
const t = sharedWorld({ hasClock: true });

beforeAll(() => void withoutWaits());
beforeEach(() => setEnd(`${DAY}T12:50`));

/** From now on, the service has data only until then. */
function setEnd(moment: string): void {
	const end = Date.parse(`${moment}:00+08:00`);
	t.world.dataLagMinutes = (t.world.clock.now() - end) / 60_000;
}

const form = { fromDate: DAY, compareWith: 'lastWeek' };
const markdown = { ...form, output: 'markdown', options: { usualRange: 'none' } };
const read = async (own: IDataObject, operation = 'getEventReport') => {
	const all = {
		...{ measures: measures({ eventName: 'PayOrder' }), dateRange: 'custom', toDate: DAY },
		...own,
	};
	const options = { credential: 'secret' } as const;
	const { rows, error, run } = await t.operation('report', operation, all, options);
	expect(error).toBeUndefined();
	const task = run.data.resultData.runData['Sensors Analytics']?.[0];
	const hints = (task?.hints ?? []).map(({ message }) => message);
	return { rows, hints, text: String(rows[0]?.markdown ?? '') };
};

it('a message by hour names the end of the hours that its number is of', async () => {
	const untilNoon = (day: string) =>
		t.events(day, day, 'PayOrder').filter(({ time }) => time < `${day} 12:00`);
	const [hours, before] = [untilNoon(DAY), untilNoon('2026-11-15')];
	const { text } = await read({ ...markdown, unit: 'hour' });
	expect(text).toContain(`Sun 22 Nov until 12:00: ${hours.length}, `);
	expect(text).toContain(` from ${before.length} on Sun 15 Nov until 12:00`);
	const { text: zh } = await read({ ...markdown, unit: 'hour', messageLanguage: 'zh-CN' });
	expect(zh).toContain(`11月22日（周日，截至 12:00）支付订单 ${hours.length} 次`);
	const { text: both } = await read({ ...markdown, fromDate: '2026-11-21', unit: 'hour' });
	expect(both).toContain('21–22 Nov (22 Nov until 12:00): ');
	setEnd(`${DAY}T00:30`);
	const { text: whole } = await read({ ...markdown, fromDate: '2026-11-21', unit: 'hour' });
	expect(whole).toContain('支付订单 events Sat 21 Nov: ');
});

it.each([
	['people', DAY, 'day'],
	['rows', '2026-11-23', 'day'],
	['rows', '2026-11-23', 'total'],
])(
	'totals of dates of which none is over are the numbers so far: %s, %s, %s',
	async (layout, day, unit) => {
		const sum = { eventName: 'PayOrder', aggregator: 'sum', field: 'amount' };
		const both = { measures: measures({ eventName: 'PayOrder' }, sum), groupBy: groupBy('city') };
		const dates = { fromDate: day, toDate: day, unit };
		const { text } = await read({ ...markdown, ...both, ...dates, message: { layout } });
		const all = t.events(day, day, 'PayOrder');
		const amount = all.reduce((total, { properties }) => total + Number(properties.amount), 0);
		const written = amount.toLocaleString('en-US', { maximumFractionDigits: 2 });
		expect(text).toContain(`\nTotal: 支付订单 events ${all.length}, 订单金额 ${written}\n`);
	},
);

it.each([
	['day', '2026-11-19', '2026-11-21'],
	['hour', DAY, DAY],
])(
	'a message of the first groups has the number of all that has arrived: %s',
	async (unit, from, to) => {
		const group = { groupBy: { group: [{ field: 'city', topGroups: 1 }] }, unit };
		const { text } = await read({ ...markdown, ...group, fromDate: from, messageWhen: 'data' });
		const all = t.events(from, to, 'PayOrder').filter(({ time }) => time < `${DAY} 12:00`);
		expect(text).toContain(`: ${all.length}, `);
	},
);

it.each(['digest', 'people'])(
	'remaining groups in one row are counted each: %s',
	async (layout) => {
		const rest = { groupBy: { group: [{ field: 'city', topGroups: 2 }] }, message: { layout } };
		const options = { restInOneRow: true };
		// Of late data, and of today.
		for (const [fromDate, toDate, chosenOver] of [
			['2026-11-16', DAY, ' over 16–22 Nov'],
			['2026-11-17', '2026-11-23', layout === 'digest' ? '' : ' over 17–23 Nov'],
		] as const) {
			const { text } = await read({ ...markdown, ...rest, options, fromDate, toDate });
			const cities = t
				.events(fromDate, toDate, 'PayOrder')
				.map(({ properties }) => properties.city);
			const count = new Set(cities).size;
			expect(text).toContain(`; the other ${count - 2} groups combined: `);
			expect(text).toMatch(
				new RegExp(`Top 2 of ${count} groups by [^·;]+ events${chosenOver}[;\\s]`),
			);
		}
	},
);

it.each(['rows', 'people'])(
	'a cell of such a date has no change and no color: %s',
	async (layout) => {
		const message = { layout, colorBy: 'change', redLimit: -1, greenLimit: 1 };
		const own = { ...markdown, fromDate: '2026-11-21', message };
		const { text } = await read(own);
		const cellOf = (date: string) => text.split('\n').find((line) => line.startsWith(`| ${date}`));
		expect(cellOf('2026-11-21')).toMatch(/[▲▼=] [\d.]+% \(\d+\)/);
		expect(cellOf(DAY)).toMatch(/^\| 2026-11-22 \| \d+ \|$/);
		const { text: hours } = await read({ ...own, fromDate: DAY, unit: 'hour' });
		expect(hours).toMatch(/\| 2026-11-22 18:00 \| \d+ \|/);
		setEnd('2026-11-15T06:00');
		const earlier = { ...own, fromDate: '2026-11-14', toDate: '2026-11-14', compareWith: 'custom' };
		const { text: before } = await read({
			...{ ...earlier, compareFromDate: '2026-11-16', compareToDate: '2026-11-16' },
		});
		expect(before).not.toMatch(/[▲▼]/);
		expect(before).toContain('because the comparison data are incomplete');
	},
);

it('rows mark it, have no change, and a note says until when there are data', async () => {
	const note = `Sensors Analytics has data only until ${DAY} 12:50: later data is missing, not 0`;
	const why = 'Totals with missing data have no change';
	const late = { PayOrder_events_change: null, PayOrder_events_change_percent: null };
	const { rows, hints } = await read({ ...form, fromDate: '2026-11-21' });
	expect(rows.map((row) => row._partial)).toEqual([undefined, true]);
	expect(rows[0]?.PayOrder_events_change).not.toBeNull();
	expect(rows[1]).toMatchObject(late);
	expect(hints).toContain(`${note}.`);
	const meta = { options: { includeMeta: true } };
	const { rows: total } = await read({ ...form, ...meta, unit: 'total' });
	expect(total).toMatchObject([{ ...late, _partial: true, meta: { notes: [note, why] } }]);
	const week = { ...form, fromDate: '2026-11-16' };
	for (const own of [{ output: 'summary' }, { unit: 'week' }, { unit: 'total' }]) {
		const { rows: weeks } = await read({ ...week, ...own });
		expect(weeks).toMatchObject([{ ...late, _partial: true }]);
	}
	const { rows: wide } = await read({ ...week, unit: 'week', output: 'wide' });
	expect(wide).toMatchObject([{ ...late, PayOrder_events_previous: expect.any(Number) }]);
	// The partner's data are missing.
	const partner = { fromDate: '2026-11-09', toDate: '2026-11-15', unit: 'week' };
	const { rows: before } = await read({
		...{ ...partner, compareWith: 'custom', compareFromDate: '2026-11-16', compareToDate: DAY },
	});
	expect(before).toMatchObject([{ ...late, PayOrder_events_previous: expect.any(Number) }]);
	setEnd(`${DAY}T23:00`);
	const { rows: known, hints: none } = await read({ ...form, fromDate: '2026-11-21' });
	expect(known.map((row) => row._partial)).toEqual([undefined, undefined]);
	expect(none).toEqual([]);
});

it('answers for agents have no change of such a date, and none in the totals of a day', async () => {
	const { rows: days } = await read({ ...form, fromDate: '2026-11-21', output: 'agent' });
	const [before, late] = days[0]?.rows as unknown[][];
	expect(before?.slice(4)).not.toEqual([null, null]);
	expect(late?.slice(4)).toEqual([null, null]);
	const { rows: day } = await read({ ...form, output: 'agent' });
	const { rows: week } = await read({ ...form, fromDate: '2026-11-16', output: 'agent' });
	const { rows: withLateDay } = await read({
		...{ fromDate: '2026-11-20', toDate: '2026-11-20', output: 'agent', compareWith: 'custom' },
		...{ compareFromDate: DAY, compareToDate: DAY, groupBy: groupBy('channel') },
	});
	for (const [answer] of [day, week, withLateDay]) {
		const totals = (answer?.totals as { rows: unknown[][] } | undefined)?.rows ?? [];
		expect(totals.map((row) => row.slice(-2))).toEqual(totals.map(() => [null, null]));
	}
	expect(withLateDay[0]?.totals).toBeDefined();
	expect(day[0]?.notes).toContain(
		`Sensors Analytics has data only until ${DAY} 12:50: later data is missing, not 0`,
	);
	expect(new Set(day[0]?.notes as string[]).size).toBe((day[0]?.notes as string[]).length);
});

const times = { data_update_time: `${DAY} 12:50:00`, data_sufficient_update_time: '' };
const step = (eventName: string) => ({ event_name: eventName, converted_user: 9 });
const cells = [{ people: 4 }, { people: 2 }];
const bucket = { people: 9, bucket_start: 1 };
it.each([
	[
		'getFunnelReport',
		{ steps: { step: [{ eventName: 'ViewProduct' }, { eventName: 'PayOrder' }] } },
		{ funnel_detail: [{ steps: [step('ViewProduct'), step('PayOrder')] }] },
	],
	[
		'getRetentionReport',
		{ firstEvent: 'ViewProduct', secondEvent: 'PayOrder', duration: 1, fromDate: DAY },
		{ by_field: '', rows: [{ by_value: DAY, total_people: 9, cells }] },
	],
	[
		'getDistributionReport',
		{ eventName: 'PayOrder', unit: 'day', fromDate: DAY },
		{ by_field: '', rows: [{ by_value: DAY, total_people: 9, cells: [bucket] }] },
	],
])('a note says so in rows and tables of %s', async (operation, own, answer) => {
	const note = `Sensors Analytics has data only until ${DAY} 12:50: later data is missing, not 0`;
	const body = { ...answer, ...times };
	t.simulator.faults.add({ path: /report$/, reaction: { answer: { body } } });
	for (const output of ['rows', 'table', 'agent']) {
		const { rows, hints } = await read({ fromDate: '2026-11-16', ...own, output }, operation);
		expect(hints).toContain(`${note}.`);
		const notes = (output === 'table' ? (rows[0]?.meta as IDataObject) : rows[0])?.notes;
		if (output !== 'rows')
			expect((notes as string[]).filter((one) => one === note)).toHaveLength(1);
	}
	const known = { ...answer, data_update_time: '2026-11-23 11:59:00' };
	t.simulator.faults.clear();
	t.simulator.faults.add({ path: /report$/, reaction: { answer: { body: known } } });
	const { hints } = await read({ fromDate: '2026-11-16', ...own }, operation);
	expect(hints.join()).not.toContain('data only until');
});

it.each([`${DAY}T09:00`, '2026-11-23T11:59'])(
	'a number has no usual range if its own answer is late (%s), even if a later one is not',
	async (end) => {
		for (const moment of [end, '2026-11-23T11:59'])
			t.simulator.faults.add({
				...{ path: /report$/, times: 1 },
				reaction: { before: () => setEnd(moment) },
			});
		const { rows } = await read({ fromDate: DAY, options: { usualRange: 'all' } });
		const isLate = end.startsWith(DAY);
		expect(rows[0]?.PayOrder_events_is_unusual === null).toBe(isLate);
		expect(rows[0]?.PayOrder_events_usual_low === null).toBe(isLate);
	},
);

it('the limits of the answer for all users apply to a message by group, too', async () => {
	const steps = { step: [{ eventName: 'ViewProduct' }, { eventName: 'PayOrder' }] };
	const body = {
		...{ funnel_detail: [{ steps: [step('ViewProduct'), step('PayOrder')] }] },
		...{ ...times, sampling_factor: 16 },
	};
	t.simulator.faults.add({ path: /report$/, times: 1, reaction: { before: () => undefined } });
	t.simulator.faults.add({ path: /report$/, times: 1, reaction: { answer: { body } } });
	const own = { steps, groupByField: 'event.ViewProduct.city', fromDate: '2026-11-16' };
	const { rows } = await read({ ...own, output: 'markdown' }, 'getFunnelReport');
	const text = String(rows[0]?.text);
	expect(text).toContain('From a sample of 25% of the users');
	expect(text).toContain('Sensors Analytics has data only until 22 Nov, 12:50');
});

it('Explain Change compares nothing in rows, tables, and for agents', async () => {
	const explain = { ...form, groupBy: groupBy('city') };
	const { rows } = await read(explain, 'explainChange');
	const none = {
		...{ change: null, change_percent: null, share_of_change: null },
		...{ stands_out: null, is_concentrated: null },
	};
	expect(rows.length).toBeGreaterThan(2);
	for (const row of rows) expect(row).toMatchObject(none);
	expect(rows[0]).toMatchObject({ is_about_same: null });
	expect(rows[1]?.now).not.toBeNull();
	const note = 'Not compared, because data of these dates are missing';
	for (const output of ['table', 'agent']) {
		const { rows: items } = await read({ ...explain, output }, 'explainChange');
		expect(items).toMatchObject([
			{ change: null, change_percent: null, is_about_same: null, dimensions: [] },
		]);
		expect(items[0]?.notes).toContain(note);
	}
});
