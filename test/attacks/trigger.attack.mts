/**
 * Attacks on the trigger: what it remembers, receives or is set to fills or stops n8n, or is
 * reported too often.
 */
import { createHash } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

import { listRows } from '../../nodes/SensorsAnalytics/table/table.ts';
import { poll } from '../../nodes/SensorsAnalyticsTrigger/poll.ts';
import { comparedWith } from '../../nodes/SensorsAnalyticsTrigger/watch.ts';
import { KEY, SECRET } from '../fuzz/harness/credentials.mts';
import { contextOf } from '../fuzz/trigger/context.mts';
import type { Sent } from '../fuzz/trigger/watch.mts';
import { withoutWaits } from '../support/waits.mts';
import { type Attack, heldUnless, LONGEST_BLOCK_MS } from './attack.mts';
import { isBeyond, watched, workedMs } from './support/blocks.mts';
import { HostileServer } from './support/hostileServer.mts';

withoutWaits();

const MINUTE = 60_000;
const NOW = Date.parse('2026-11-22T12:00:00+08:00');
const ANY_ALARM: IDataObject = { triggerOn: 'alarm', alarm: 'any', options: {} };
const ORDERS: IDataObject = {
	queryMode: 'fields',
	measures: {
		measure: [{ eventName: 'PayOrder', aggregator: 'general', outputName: 'orders' }],
	},
};
const onDays = (options: IDataObject = {}): IDataObject => ({
	triggerOn: 'periodComplete',
	period: 'day',
	...ORDERS,
	options,
});
const envelope = (data: object) => ({ code: 'SUCCESS', data });
/** Key of an answer whose status isn't 200. */
const STATUS = Symbol('status');
const reply = (body: unknown) => ({
	statusCode: (body as { [STATUS]?: number } | undefined)?.[STATUS] ?? 200,
	headers: { 'content-type': 'application/json' },
	body: Buffer.from(JSON.stringify(body)),
});

/** What one poll of a workflow came to. */
interface Polled {
	items: IDataObject[];
	/** Words of its error. */
	said: string;
	requests: number;
	/** Of the main thread: others may keep the processor busy, too. */
	milliseconds: number;
	/** The longest part of it in which nothing else could be done. */
	block: number;
}

let workflows = 0;

/** Milliseconds of the processor that this process has used. */
function busy(): number {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1000;
}

/** A workflow whose service gives the answers of the test, and whose memory anybody may write. */
class Victim {
	private readonly id = `victim ${++workflows}`;

	constructor(
		private readonly form: IDataObject,
		private readonly answer: (sent: Sent) => unknown,
		public memory: IDataObject = {},
	) {}

	async poll(now = NOW): Promise<Polled> {
		let requests = 0;
		const signIn = this.form.triggerOn === 'alarm' || this.form.isWithKey ? KEY : SECRET;
		const send = async (sent: Sent) => {
			requests++;
			return await Promise.resolve(reply(this.answer(sent)));
		};
		const context = contextOf(this.id, this.form, signIn, () => this.memory, send);
		const started = workedMs();
		let [block, last] = [0, started];
		const beat = () => {
			block = Math.max(block, workedMs() - last);
			last = workedMs();
		};
		const watch = setInterval(beat, 1);
		let said = '';
		let items: IDataObject[] = [];
		try {
			items = (await poll(context, new Date(now)))?.[0]?.map(({ json }) => json) ?? [];
		} catch (error) {
			const { message, description } = error as { message: string; description?: string };
			said = `${message} ${description ?? ''}`;
		}
		beat();
		clearInterval(watch);
		return { items, said, requests, milliseconds: workedMs() - started, block };
	}
}

const days = (count: number) =>
	Array.from({ length: count }, (_, n) =>
		new Date(NOW - (count - n) * 24 * 60 * MINUTE).toISOString().slice(0, 10),
	);
const daysOf = ({ body }: Sent) => {
	const { from_date: from, to_date: to } = body as { from_date: string; to_date: string };
	return days(40).filter((day) => from <= day && day <= to);
};
const complete = (sent: Sent, more: object = {}) => ({
	series: daysOf(sent).map((day) => `${day} 00:00:00`),
	rows: [{ values: daysOf(sent).map(() => [1]) }],
	data_update_time: '2026-12-31 00:00:00.000',
	...more,
});

function tooSlow({ milliseconds, block }: Polled): string | false {
	return (
		(isBeyond(milliseconds, 5000) || isBeyond(block, LONGEST_BLOCK_MS)) &&
		`a poll of ${Math.round(milliseconds)} ms, ${Math.round(block)} ms of it in one block`
	);
}

/** A number of the form that stops n8n. */
function number(name: string, form: IDataObject, label: RegExp): Attack {
	return {
		name,
		async run() {
			const polled = await new Victim(form, complete).poll();
			return heldUnless(tooSlow(polled), !label.test(polled.said) && `it said: ${polled.said}`);
		},
	};
}

/** The counting of a form, as n8n keeps it: from a workflow that was published. */
async function countingOf(form: IDataObject, answer: (sent: Sent) => unknown): Promise<unknown> {
	const victim = new Victim(form, answer);
	await victim.poll();
	return victim.memory.counting;
}

/** Stored data that are not what this node writes. */
function stored(name: string, form: IDataObject, memory: IDataObject): Attack {
	return {
		name,
		isAlone: true,
		async run() {
			const answer =
				form.triggerOn === 'alarm' ? project([alarm(1, '2026-11-21 08:00:00')]) : complete;
			const counting = await countingOf(form, answer);
			const victim = new Victim(form, answer, Object.assign(memory, { counting }) as IDataObject);
			const first = await victim.poll();
			// Periods that end from then on are reported: a memory that anybody wrote must not silence
			// the trigger.
			const later = await victim.poll(NOW + 24 * 60 * MINUTE);
			const isSilent = form.triggerOn === 'periodComplete' && later.items.length === 0;
			const { seen, looks, alarms } = victim.memory;
			const size = JSON.stringify({ seen, looks, alarms }).length;
			return heldUnless(
				tooSlow(first),
				tooSlow(later),
				first.said !== '' && `it said: ${first.said}`,
				first.items.length > 31 && `${first.items.length} items`,
				isSilent && 'the trigger tells nothing any more',
				size > 200_000 && `a memory of ${size} characters`,
			);
		},
	};
}

/** Values that may replace one that n8n has stored. */
const WRONG: unknown[] = [
	...[null, true, 0, -1, 1.5, 1e308, '', 'x', '\u0000', 'constructor', 'x'.repeat(1e6)],
	...['0000-00-00', '2026-02-31', '9999-12-31', '9999-12-31T23:00:00', '-271821-04-20T00:00:00Z'],
	...[[], [null], Array(2000).fill('x'), {}, { a: 1 }, JSON.parse('{"__proto__":{"sent":5}}')],
];

/** Copies of what is stored, each with another thing at one place, at any depth, or without it. */
function* spoilt(stored: unknown): Generator<unknown> {
	if (typeof stored !== 'object' || stored === null) return;
	for (const [key, value] of Object.entries(stored)) {
		const put = (own: unknown) => {
			const copy = structuredClone(stored) as { [key: string]: unknown };
			if (own === undefined) delete copy[key];
			else copy[key] = own;
			return copy;
		};
		for (const wrong of [...WRONG, undefined]) yield put(wrong);
		for (const inner of spoilt(value)) yield put(inner);
	}
}

/** Each key of the memory gets each kind of wrong value: no poll fails, or reports old periods. */
function spoiltMemory(name: string, form: IDataObject): Attack {
	return {
		name: `stored data with one wrong value: ${name}`,
		seconds: 60,
		async run() {
			const keyed = (sent: Sent) =>
				envelope({
					metadata_columns: { date: 'DATE', orders: 'DOUBLE' },
					detail_rows: daysOf(sent).map((day) => [`${day} 00:00:00`, 5]),
				});
			const periods = form.isWithKey ? keyed : complete;
			const answer =
				form.triggerOn === 'alarm' ? project([alarm(1, '2026-11-21 08:00:00')]) : periods;
			const honest = new Victim(form, answer);
			for (const ago of [2, 1]) await honest.poll(NOW - ago * 24 * 60 * MINUTE);
			const got = new Set<string>();
			let count = 0;
			for (const memory of spoilt(honest.memory)) {
				count++;
				const victim = new Victim(form, answer, memory as IDataObject);
				const [first, later] = [await victim.poll(), await victim.poll(NOW + 24 * 60 * MINUTE)];
				const what = JSON.stringify(memory).slice(0, 400);
				// With a key, the trigger fetches a period twice before it reports it.
				const isReported = form.triggerOn === 'periodComplete' && !form.isWithKey;
				const silent = isReported && later.items.length === 0;
				const said = first.said || later.said;
				if (said) got.add(`${said}: ${what}`);
				if (silent) got.add(`nothing is told any more: ${what}`);
				if (first.items.length > 31) got.add(`${first.items.length} items: ${what}`);
				const slow = tooSlow(first) || tooSlow(later);
				if (slow) got.add(`${slow}: ${what}`);
			}
			return heldUnless(count < 40 && `only ${count} ways`, ...[...got].slice(0, 5));
		},
	};
}

/** An answer of last year, from whatever cache, and then the right one. */
function foreignDays(name: string, form: IDataObject): Attack {
	return {
		name: `days of another year become 0, and are told: ${name}`,
		async run() {
			let isForeign = false;
			const victim = new Victim(form, (sent) => {
				const shown = daysOf(sent).map((day) =>
					`${day} 00:00:00`.replace('2026', isForeign ? '2025' : '2026'),
				);
				return form.isWithKey
					? envelope({
							metadata_columns: { date: 'DATE', orders: 'DOUBLE' },
							detail_rows: shown.map((time) => [time, 5]),
						})
					: { ...complete(sent), series: shown, rows: [{ values: shown.map(() => [5]) }] };
			});
			await victim.poll(NOW - 24 * 60 * MINUTE);
			const before = JSON.stringify(victim.memory);
			isForeign = true;
			const foreign = await victim.poll();
			const after = JSON.stringify(victim.memory);
			isForeign = false;
			const right = [await victim.poll(NOW + MINUTE), await victim.poll(NOW + 20 * MINUTE)];
			const reported = right.flatMap(({ items }) => items);
			return heldUnless(
				!/not in the requested range from/.test(foreign.said) && `it said: ${foreign.said}`,
				foreign.items.length > 0 && `it told ${JSON.stringify(foreign.items)}`,
				before !== after && `it remembers ${after}`,
				(reported.length !== 1 || reported[0]?.orders !== 5) &&
					`later it told ${JSON.stringify(reported)}`,
			);
		},
	};
}

const alarm = (id: number, time: string, group = '') => ({
	id,
	title: `Alarm ${id}`,
	unit: 'HOUR',
	history: { execute_time: time, alarm_time: time, alarm_value: '1', alarm_group: group },
});

/** A service of the OpenAPI with these alarms. */
function project(alarms: Array<ReturnType<typeof alarm>>) {
	const byId = new Map(alarms.map((one) => [String(one.id), one]));
	return ({ path, query }: Sent) =>
		path.endsWith('/smart-alarm/all')
			? envelope({ ids: [...byId.keys()].map(Number) })
			: envelope(byId.get(String(query.config_id)) ?? {});
}

/** An answer that is no data, by its status. */
const refusal = (status: number, code = 'SA-D-24-2') => ({
	[STATUS]: status,
	code,
	error_info: { description: 'No permission' },
});

/** One of three alarms can't be read. */
function oneUnread(how: string): Attack {
	const answers: { [how: string]: object } = {
		'403': refusal(403),
		'404': refusal(404),
		'500': refusal(500),
		'500 of a missing module': refusal(500, 'INTERNAL_SERVER_ERROR'),
		'{}': envelope({}),
		'no time': envelope(alarm(2, 'soon')),
		'9999': envelope(alarm(2, '9999-12-31 23:59:59')),
	};
	return {
		name: `one of three alarms can't be read and silences the others: ${how}`,
		async run() {
			let moment = '2026-11-21 08:00:00';
			let isUnread = true;
			const answer = (sent: Sent) =>
				isUnread && sent.query.config_id === '2'
					? answers[how]
					: project([1, 2, 3].map((id) => alarm(id, moment)))(sent);
			const victim = new Victim(ANY_ALARM, answer);
			await victim.poll();
			moment = '2026-11-22 13:00:00';
			const { items, said } = await victim.poll(NOW + 90 * MINUTE);
			isUnread = false;
			const later = await victim.poll(NOW + 120 * MINUTE);
			const ids = (polled: IDataObject[]) => polled.map((one) => one.alarm_id).join();
			const named = JSON.stringify(items[0]?._unread ?? '');
			return heldUnless(
				ids(items) !== '1,3' && `reported are ${ids(items)}; it said: ${said}`,
				!/lert 2/.test(named) && `no item names the alarm: ${named}`,
				ids(later.items) !== '2' && `as it can be read, reported are ${ids(later.items)}`,
			);
		},
	};
}

/** From the second alarm on, the service refuses everything, with a status that says nothing. */
function allRefused(code: string, status: number): Attack {
	return {
		name: `a refusal of all requests counts as a fault of single alarms: ${code} with ${status}`,
		async run() {
			let isRefusing = false;
			const answer = (sent: Sent) =>
				isRefusing && Number(sent.query.config_id) > 1
					? { [STATUS]: status, code, message: 'no' }
					: project([1, 2, 3].map((id) => alarm(id, '2026-11-21 08:00:00')))(sent);
			const victim = new Victim(ANY_ALARM, answer);
			await victim.poll();
			isRefusing = true;
			const { said } = await victim.poll(NOW + 90 * MINUTE);
			return heldUnless(said === '' && 'the poll succeeded');
		},
	};
}

const HOURS = onDays();
HOURS.period = 'hour';
const huge = (count: number, value: unknown) =>
	Object.fromEntries(Array.from({ length: count }, (_, n) => [String(n), value]));
const named = (count: number) =>
	Object.fromEntries(Array.from({ length: count }, (_, n) => [`other${n}`, n]));
const MARK = 'a'.repeat(16);
const SALT = 'a'.repeat(32);
const since = '2026-11-20T00:00:00';

const HOUR_MS = 60 * MINUTE;
const HOURLY: IDataObject = {
	...ORDERS,
	triggerOn: 'unusual',
	condition: 'unusual',
	period: 'hour',
	unusualSide: 'either',
	groupBy: { group: [{ field: 'event.$Anything.city' }] },
};

/** Numbers of groups by hour, of the older API. */
const hourly = (groups: number, nameOf: (group: number) => string) => {
	const names = Array.from({ length: groups }, (_, group) => nameOf(group));
	return ({ body }: Sent) => {
		const { from_date: from, to_date: to } = body as { from_date: string; to_date: string };
		const series: string[] = [];
		for (let at = Date.parse(from); at < Date.parse(to) + 24 * HOUR_MS; at += HOUR_MS)
			series.push(new Date(at).toISOString().slice(0, 19).replace('T', ' '));
		return {
			series,
			by_fields: ['event.$Anything.city'],
			num_rows: groups,
			total_rows: groups,
			rows: names.map((name, group) => ({
				by_values: [name],
				values: series.map((_hour, place) => [100 + ((place * 37 + group) % 11)]),
			})),
			data_update_time: '2026-12-31 00:00:00.000',
			data_sufficient_update_time: '2026-12-31 00:00:00.000',
		};
	};
};

/** Numbers that are judged by what is usual: the first poll, and one after a day without any. */
function unusual(name: string, answer: (sent: Sent) => unknown, catchUp: number): Attack {
	return {
		name,
		seconds: 30,
		megabytes: 800,
		async run() {
			const victim = new Victim({ ...HOURLY, options: { startsWithLast: true, catchUp } }, answer);
			const first = await victim.poll(NOW - 31 * HOUR_MS);
			const later = await victim.poll();
			return heldUnless(
				tooSlow(first),
				tooSlow(later),
				`${first.said}${later.said}` !== '' && `it said: ${first.said}${later.said}`,
				later.requests === 0 && 'nothing was asked for',
			);
		},
	};
}

export const attacks: Attack[] = [
	unusual('100 groups by hour, and 31 hours to catch up', hourly(100, String), 31),
	unusual(
		'two names of 5 MB by hour',
		hourly(2, (group) => 'x'.repeat(5e6) + group),
		31,
	),
	{
		name: 'numbers are judged on when n8n has given the poll up',
		megabytes: 800,
		seconds: 60,
		async run() {
			const form = { ...HOURLY, options: { startsWithLast: true, catchUp: 1000 } };
			// The answers are made in advance: the work of the service would count as the node's.
			const made = new Map<string, ReturnType<typeof reply>>();
			const send = async (sent: Sent) => {
				const key = JSON.stringify(sent);
				const answer = made.get(key) ?? reply(hourly(100, String)(sent));
				made.set(key, answer);
				return await Promise.resolve(answer);
			};
			let polls = 0;
			const pollFor = async (milliseconds: number) => {
				const memory = {};
				const context = contextOf(`given up ${++polls}`, form, SECRET, () => memory, send);
				Object.assign(context, { getPollBudgetMs: () => milliseconds });
				return await poll(context, new Date(NOW)).then(
					() => '',
					(error: Error) => error.message,
				);
			};
			await pollFor(60_000);
			const asked = made.size;
			const started = busy();
			const first = await pollFor(60_000);
			const whole = busy() - started;
			const said = await pollFor(whole / 4);
			const ended = busy();
			let [spent, last] = [0, -Infinity];
			while (spent - last > 50) {
				last = spent;
				await new Promise((resolve) => setTimeout(resolve, 500));
				spent = busy() - ended;
			}
			return heldUnless(
				first !== '' && `the whole poll: ${first}`,
				said === '' && 'no poll was given up',
				made.size > asked && 'the polls did not send the same requests',
				// Without an end, three quarters would be left.
				spent > whole / 2 &&
					`${Math.round(spent)} of ${Math.round(whole)} ms of work behind the end of the poll`,
			);
		},
	},
	number(
		'Maximum Periods to Catch Up: 1e9',
		onDays({ catchUp: 1e9 }),
		/'Maximum Periods to Catch Up' must be a whole number from 1 to 1000/,
	),
	number(
		'Maximum Periods to Catch Up: 500,000, of hours, by a number',
		{ ...HOURS, triggerOn: 'threshold', side: 'below', threshold: 5, options: { catchUp: 5e5 } },
		/'Maximum Periods to Catch Up' must be a whole number from 1 to 1000/,
	),
	number(
		'Complete After at the Latest: 1e12 hours',
		onDays({ completeAfter: 1e12 }),
		/'Maximum Wait for Data \(Hours\)' must be a whole number from 1 to 720/,
	),
	number(
		'Settle Time: 1e9 hours',
		{ ...onDays({ settleHours: 1e9 }), isWithKey: true },
		/'Settle Time \(Hours\)' must be a whole number from 0 to 720/,
	),
	number(
		'a percentage of 1e308',
		{ ...onDays(), triggerOn: 'change', direction: 'up', percent: 1e308 },
		/'By More Than \(Percent\)' must be a number from 0 to 1,000,000/,
	),
	number(
		'a threshold that whole numbers are not told apart at',
		{ ...onDays(), triggerOn: 'threshold', side: 'above', threshold: '1e300' },
		/'Threshold' must be a number from/,
	),
	foreignDays('with an API secret', onDays()),
	foreignDays('with an API key', { ...onDays(), isWithKey: true }),
	stored('a last hour of the year 1', HOURS, { lastPeriod: '0001-01-01T00:00:00' }),
	stored('a last hour of 1971', HOURS, { lastPeriod: '1971-01-01T00:00:00' }),
	stored('a last day of the year 9999', onDays(), { lastPeriod: '9999-12-31' }),
	stored('a last day that is an object', onDays(), { lastPeriod: { a: 1 } }),
	stored('states of a million measures', { ...onDays(), triggerOn: 'threshold', threshold: 5 }, {
		lastPeriod: '2026-11-20',
		seen: { period: '2026-11-20', states: huge(1e6, []) },
	} as IDataObject),
	stored(
		'a state that is no list',
		{ ...onDays(), triggerOn: 'threshold', threshold: 5 },
		{
			lastPeriod: '2026-11-20',
			seen: { period: '2026-11-20', states: { orders: 5 } },
		},
	),
	stored('first looks at a million days', { ...onDays(), isWithKey: false }, {
		lastPeriod: '2026-11-20',
		looks: { salt: SALT, marks: huge(1e6, MARK) },
	} as IDataObject),
	spoiltMemory('days', { ...onDays(), isWithKey: true }),
	spoiltMemory('hours', HOURS),
	spoiltMemory('a threshold', { ...onDays(), triggerOn: 'threshold', side: 'below', threshold: 5 }),
	spoiltMemory('alarms', ANY_ALARM),
	stored('never to be asked again', onDays(), {
		lastPeriod: '2026-11-19',
		askAgainAt: '9999-12-31T00:00:00.000Z',
	}),
	stored('a million alarms', ANY_ALARM, {
		alarms: { since, salt: SALT, byId: huge(1e6, { moment: '', reported: [] }) },
	} as IDataObject),
	stored(
		'half a million other keys',
		onDays(),
		Object.assign(named(5e5), { lastPeriod: '2026-11-19' }),
	),
	stored('half a million other keys of what was seen', onDays(), {
		lastPeriod: '2026-11-19',
		seen: named(5e5),
	}),
	stored('an alarm with a million marks', ANY_ALARM, {
		alarms: { since, salt: SALT, byId: { 1: { moment: since, reported: Array(1e6).fill(MARK) } } },
	}),
	stored('alarms called as every object has something', ANY_ALARM, {
		alarms: { since, salt: SALT, byId: JSON.parse('{"__proto__":{"sent":5}}') as IDataObject },
	}),
	{
		name: 'alarms that are there for one poll, again and again',
		seconds: 60,
		async run() {
			let first = 0;
			const answer = (sent: Sent) =>
				project(
					Array.from({ length: 400 }, (_, n) => alarm(first + n + 1, '2026-11-21 08:00:00', 'x')),
				)(sent);
			const victim = new Victim(ANY_ALARM, answer);
			for (let round = 0; round < 12; round++) {
				first = 400 * round;
				const { said } = await victim.poll(NOW + round * 20 * MINUTE);
				if (said !== '') return `it said: ${said}`;
			}
			const size = JSON.stringify(victim.memory).length;
			return heldUnless(size > 100_000 && `a memory of ${size} characters`);
		},
	},
	{
		name: 'an alarm of the year 9999 silences all that come',
		async run() {
			let moment = '9999-12-31 23:59:59';
			const answer = (sent: Sent) => project([alarm(1, moment, 'x')])(sent);
			const victim = new Victim(ANY_ALARM, answer);
			const first = await victim.poll();
			moment = '2026-11-22 12:30:00';
			const polled = [20, 60].map((minutes) => NOW + minutes * MINUTE);
			const reported: IDataObject[] = [];
			for (const now of polled) {
				reported.push(...(await victim.poll(now)).items);
				moment = '2026-11-22 12:50:00';
			}
			const stored = new Victim(ANY_ALARM, answer, {
				counting: victim.memory.counting,
				alarms: { since: '9999-12-31T23:59:59', salt: SALT, byId: {} },
			});
			await stored.poll();
			moment = '2026-11-22 13:10:00';
			const later = await stored.poll(NOW + 90 * MINUTE);
			return heldUnless(
				!/in the future/.test(first.said) && `the first poll said: ${first.said}`,
				reported.length === 0 && 'the alarm is told no more',
				later.items.length === 0 && 'the alarm is told no more by a memory of the future',
			);
		},
	},
	...['403', '404', '500', '500 of a missing module', '{}', 'no time', '9999'].map((how) =>
		oneUnread(how),
	),
	...[200, 400].flatMap((status) =>
		['SA-D-14-1', 'UNAUTHORIZED'].map((code) => allRefused(code, status)),
	),
	{
		name: 'Any Alert whose alarms are all unreadable, or whose service is down, is silent',
		async run() {
			const all = [1, 2, 3].map((id) => alarm(id, '2026-11-21 08:00:00'));
			const refused = (sent: Sent) =>
				sent.path.endsWith('/smart-alarm/all') ? project(all)(sent) : refusal(403);
			const down = (sent: Sent) =>
				'config_id' in sent.query && sent.query.config_id !== '1'
					? refusal(500)
					: project(all)(sent);
			const polls = await Promise.all(
				[refused, down].map(async (answer) => await new Victim(ANY_ALARM, answer).poll()),
			);
			return heldUnless(...polls.map(({ said }) => said === '' && 'a poll without an error'));
		},
	},
	{
		name: 'a list of alarms that is not there, though it counts some',
		async run() {
			const lists = [{ total: 2 }, { ids: null, total: 2 }, { page_info: { total: '2' } }];
			const said: string[] = [];
			for (const list of lists) {
				said.push((await new Victim(ANY_ALARM, () => envelope(list)).poll()).said);
			}
			return heldUnless(said.some((words) => !/'ids' is missing/.test(words)) && said.join('; '));
		},
	},
	{
		name: 'a million alarms in the list',
		async run() {
			const ids = Array.from({ length: 1e6 }, (_, n) => n + 1);
			const polled = await new Victim(ANY_ALARM, () => envelope({ ids })).poll();
			return heldUnless(
				polled.requests > 1 && `${polled.requests} requests`,
				!/but 'Any Alert' watches up to 500/.test(polled.said) && `it said: ${polled.said}`,
				tooSlow(polled),
			);
		},
	},
	{
		name: 'an alarm that fires for another group at the same moment, again and again',
		async run() {
			let group = 0;
			const answer = (sent: Sent) =>
				project([alarm(1, '2026-11-21 08:00:00', `group ${group}`)])(sent);
			const victim = new Victim(ANY_ALARM, answer);
			for (; group < 300; group++) await victim.poll(NOW + group * 20 * MINUTE);
			const size = JSON.stringify(victim.memory).length;
			return heldUnless(size > 10_000 && `a memory of ${size} characters`);
		},
	},
	{
		name: 'groups are found in an exported workflow by a table of hashes',
		async run() {
			const fired = alarm(1, '2026-11-21 08:00:00', 'Beijing');
			const [one, other] = [0, 1].map(() => new Victim(ANY_ALARM, project([fired])));
			await one?.poll();
			await other?.poll();
			const [first, second] = [one, other].map((victim) => JSON.stringify(victim?.memory));
			const marks = first?.match(/"sent":\["([0-9a-f]+)"/)?.[1] ?? '';
			const time = '2026-11-21T08:00:00';
			const parts = [time, time, null, 'Beijing', null, null, null];
			const known = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
			return heldUnless(
				first?.includes('Beijing') && 'the name stands in it',
				(marks === '' || known.startsWith(marks)) && 'its hash is the same everywhere',
				second?.includes(marks) && 'two workflows have the same mark',
			);
		},
	},
	{
		name: 'times of update that are none make open days complete',
		async run() {
			const wrong = { data_update_time: 'zzzz', data_sufficient_update_time: 'zzzz' };
			const victim = new Victim(onDays(), (sent) => complete(sent, wrong));
			await victim.poll();
			const { items, said } = await victim.poll(NOW + 24 * 60 * MINUTE);
			return heldUnless(
				items.length > 0 && `it told ${JSON.stringify(items)}`,
				!/doesn't contain the time of the last data update/.test(said) && `it said: ${said}`,
			);
		},
	},
	{
		name: 'a million groups, of the OpenAPI',
		isAlone: true,
		seconds: 60,
		megabytes: 2500,
		async run() {
			const rows = listRows(
				Array.from({ length: 1e6 }, (_, n) => [
					'2026-11-21',
					5,
					`${(n * 7919) % 1e6}${'x'.repeat(80)}`,
				]),
			);
			const columns = [{ role: 'date' }, { role: 'measure' }, { role: 'group' }];
			const seen = { table: { columns, rows }, reach: { isOnlySettled: true } };
			const { looks } = await watched(
				async () => await comparedWith(undefined, ['2026-11-21'], seen as never),
			);
			return heldUnless(Object.keys(looks?.marks ?? {}).length !== 1 && 'it has no mark');
		},
	},
	{
		name: 'an honest service with 40,000 groups, of the OpenAPI',
		isAlone: true,
		seconds: 60,
		megabytes: 900,
		async run() {
			const city = { groupBy: { group: [{ field: 'city' }] } };
			const form = { ...onDays({ startsWithLast: true }), ...city, isWithKey: true };
			const answer = (sent: Sent) => {
				const rows = daysOf(sent).flatMap((day) =>
					Array.from({ length: 40_000 }, (_, n) => [`${day} 00:00:00`, n + 1, `city ${n}`]),
				);
				const columns = { date: 'DATE', orders: 'DOUBLE', 'event.$Anything.city': 'STRING' };
				return envelope({ metadata_columns: columns, detail_rows: rows });
			};
			const victim = new Victim(form, answer);
			const first = await victim.poll();
			const second = await victim.poll(NOW + MINUTE);
			return heldUnless(
				first.said + second.said !== '' && `it said: ${first.said}${second.said}`,
				second.items.length !== 40_000 && `it told ${second.items.length} groups`,
				isBeyond(first.block, LONGEST_BLOCK_MS) &&
					`a first look in a block of ${Math.round(first.block)} ms`,
				isBeyond(second.block, LONGEST_BLOCK_MS) &&
					`a second one in ${Math.round(second.block)} ms`,
			);
		},
	},
	{
		name: 'a service that never answers outlasts what n8n gives a poll',
		seconds: 20,
		async run() {
			let isClosed = false;
			const hostile = await HostileServer.start((request) => {
				request.socket.on('close', () => (isClosed = true));
			});
			const memory = {};
			const context = hostile.engine.pollContext(onDays() as never, memory, { workflowId: 'late' });
			Object.assign(context, { getPollBudgetMs: () => 500 });
			const started = performance.now();
			const error = (await poll(context, new Date(NOW)).catch((e: unknown) => e)) as Error;
			const milliseconds = performance.now() - started;
			const said = String(error.message);
			for (let waited = 0; waited < 20 && !isClosed; waited++)
				await new Promise((resolve) => setTimeout(resolve, 100));
			const isOpen = !isClosed;
			hostile.stop();
			return heldUnless(
				milliseconds > 3000 && `a poll of ${Math.round(milliseconds)} ms`,
				!/within n8n's poll timeout of 1 s/.test(said) && `it said: ${said}`,
				isOpen && 'its request goes on',
				Object.keys(context.workflow.staticData).length > 0 &&
					JSON.stringify(context.workflow.staticData).includes('lastPeriod') &&
					'it remembers what nobody answered',
			);
		},
	},
	{
		name: 'an hour of which the clocks show the end twice is reported before it ends',
		async run() {
			const local = (day: string) =>
				Array.from({ length: 24 }, (_, hour) => `${day} ${String(hour).padStart(2, '0')}:00:00`);
			const series = ['2026-04-04', '2026-04-05'].flatMap(local);
			const form = { ...onDays({ timeZone: 'Pacific/Chatham' }), period: 'hour' };
			const victim = new Victim(form, ({ body }) => {
				const { from_date: from, to_date: to } = body as { from_date: string; to_date: string };
				const shown = series.filter((time) => from <= time.slice(0, 10) && time.slice(0, 10) <= to);
				return {
					series: shown,
					rows: [{ values: shown.map(() => [1]) }],
					data_update_time: '2026-04-05T03:30:00+13:45',
				};
			});
			await victim.poll(Date.parse('2026-04-05T01:30:00+13:45'));
			const early = await victim.poll(Date.parse('2026-04-05T03:30:00+13:45'));
			const dates = early.items.map(({ date }) => String(date).slice(11, 13));
			return heldUnless(
				!dates.includes('01') && `not even 01 is reported: ${dates.join()} ${early.said}`,
				dates.includes('02') && 'the hour from 02:00 is reported at 03:30, and goes on at 02:45',
			);
		},
	},
	{
		name: 'bytes one by one outlast what n8n gives a poll',
		seconds: 20,
		async run() {
			let isClosed = false;
			const hostile = await HostileServer.start((_request, response) => {
				response.writeHead(200, { 'content-type': 'application/json' });
				const timer = setInterval(() => response.write(' '), 50);
				response.on('close', () => {
					isClosed = true;
					clearInterval(timer);
				});
			});
			const context = hostile.engine.pollContext(onDays() as never, {}, { workflowId: 'drip' });
			Object.assign(context, { getPollBudgetMs: () => 500 });
			const started = performance.now();
			const error = (await poll(context, new Date(NOW)).catch((e: unknown) => e)) as Error;
			const milliseconds = performance.now() - started;
			for (let waited = 0; waited < 20 && !isClosed; waited++)
				await new Promise((resolve) => setTimeout(resolve, 100));
			const isOpen = !isClosed;
			hostile.stop();
			return heldUnless(
				milliseconds > 3000 && `a poll of ${Math.round(milliseconds)} ms`,
				!(error instanceof Error) && 'it was taken for an answer',
				isOpen && 'its request goes on',
			);
		},
	},
];
