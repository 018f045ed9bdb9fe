import type { Alarm, Firing } from '../../../../../nodes/SensorsAnalytics/query/entities';
import { begin, follow, isKnownAlarms } from '../../../../../nodes/SensorsAnalyticsTrigger/alarms';
import type { KnownAlarms } from '../../../../../nodes/SensorsAnalyticsTrigger/memory';

const SINCE = '2026-11-10T12:00:00';

const firing = (time: string, change: Partial<Firing> = {}): Firing => {
	const moment = `2026-11-10T${time}:00`;
	return { moment, alarmTime: moment, value: 5, comparedValue: 10, receivers: [], ...change };
};
const alarm = (id: string, newest?: Firing): Alarm => ({ id, title: `Alarm ${id}`, newest });

const followAll = (
	known: KnownAlarms,
	alarms: readonly Alarm[],
	listed = alarms.map(({ id }) => id),
) => follow(known, alarms, listed);

/** What each look reports, as `id time value group`; the first one is publishing. */
function resultOf(...looks: Alarm[][]): string[][] {
	let known: KnownAlarms | undefined;
	return looks.map((alarms) => {
		if (!known) {
			known = begin(alarms, SINCE);
			return [];
		}
		const { fired, now } = followAll(known, alarms);
		// As n8n keeps it.
		known = JSON.parse(JSON.stringify(now)) as KnownAlarms;
		return fired.map(({ alarm: { id }, firing: { moment, value, group } }) =>
			[id, moment.slice(11, 16), value, group].filter((part) => part !== undefined).join(' '),
		);
	});
}

describe('T23 to T25: what has fired', () => {
	it('is reported once, if it is newer than at publishing', () => {
		const [at9, at13] = [alarm('1', firing('09:00')), alarm('1', firing('13:00'))];
		expect(resultOf([at9], [at9], [at13], [at13])).toEqual([[], [], ['1 13:00 5'], []]);
	});

	it('counts for an alarm that had not fired before, whatever its time', () => {
		const late = alarm('1', firing('11:00'));
		expect(resultOf([alarm('1')], [late], [late])).toEqual([[], ['1 11:00 5'], []]);
	});

	it('is no new one by a corrected number', () => {
		const corrected = alarm('1', firing('13:00', { value: 6, comparedValue: 11 }));
		expect(resultOf([alarm('1')], [alarm('1', firing('13:00'))], [corrected])[2]).toEqual([]);
	});

	it('is not new if an older one shows again, or none, or the same after them', () => {
		const [at13, at11] = [alarm('1', firing('13:00')), alarm('1', firing('11:00'))];
		const looks = resultOf([alarm('1')], [at13], [at11], [alarm('1')], [at13]);
		expect(looks.slice(2)).toEqual([[], [], []]);
	});

	it.each<[string, Partial<Firing>]>([
		['group', { group: 'b' }],
		['grouping', { groupField: 'event.$Anything.b' }],
		['rule', { reference: 'b' }],
		['comparison', { comparison: 'b' }],
		['kind of value', { valueType: 'b' }],
		['time of execution', { executeTime: '2026-11-10T12:59:00' }],
	])('at one moment is another one by its %s, each once', (_case, change) => {
		const same = {
			group: 'a',
			groupField: 'a',
			reference: 'a',
			comparison: 'a',
			valueType: 'a',
			executeTime: 'a',
		};
		const [a, b] = [
			alarm('1', firing('13:00', same)),
			alarm('1', firing('13:00', { ...same, ...change })),
		];
		const looks = resultOf([alarm('1')], [a], [b], [a], [b]);
		expect(looks.map(({ length }) => length)).toEqual([0, 1, 1, 0, 0]);
	});

	it('comes in the order of its moments; at one moment by the numbers of the alarms', () => {
		const fired = [
			alarm('10', firing('13:00')),
			alarm('9', firing('13:00')),
			alarm('2', firing('14:00')),
			alarm('3', firing('12:30')),
		];
		const quiet = fired.map(({ id }) => alarm(id));
		expect(resultOf(quiet, fired)[1]).toEqual([
			'3 12:30 5',
			'9 13:00 5',
			'10 13:00 5',
			'2 14:00 5',
		]);
	});

	it('T24: an alarm that was not there at publishing counts from then on', () => {
		const [old, fresh] = [alarm('2', firing('11:59')), alarm('3', firing('12:00'))];
		expect(resultOf([], [old, fresh], [old, fresh])).toEqual([[], ['3 12:00 5'], []]);
		expect(resultOf([], [old], [alarm('2', firing('12:30'))])[2]).toEqual(['2 12:30 5']);
	});

	it('of an alert that is missing for a while is reported when it exists again', () => {
		const [at9, at13] = [alarm('1', firing('09:00')), alarm('1', firing('13:00'))];
		expect(resultOf([at9], [], [at9], [], [at13])).toEqual([[], [], [], [], ['1 13:00 5']]);
	});

	it('leaves nothing of a group in the memory, and no mark that another memory has', () => {
		const secret = alarm('1', firing('13:00', { group: 'u1@example.org' }));
		const [one, other] = [begin([secret], SINCE), begin([secret], SINCE)];
		expect(JSON.stringify(one)).not.toMatch(/example/);
		expect(one.byId['1']?.sent).not.toEqual(other.byId['1']?.sent);
	});
});

describe('T25, T29: the memory of alarms is bounded', () => {
	const at = (n: number) => new Date(Date.UTC(2026, 10, 11) + n * 1000).toISOString().slice(0, 19);
	const fires = (id: number, n: number) => alarm(`${id}`, { ...firing('13:00'), moment: at(n) });

	it('alarms that are gone are forgotten, the ones first that fired longest ago', () => {
		let known = begin([alarm('7')], SINCE);
		const quiet = ['7'];
		for (let n = 0; n < 3000; n += 100) {
			const fresh = Array.from({ length: 100 }, (_, i) => fires(10_000 + n + i, n + i));
			known = followAll(known, [alarm('7'), ...fresh]).now;
		}
		expect(Object.keys(known.byId)).toHaveLength(1000);
		expect(known.byId).toHaveProperty('7');
		expect(known.byId).toHaveProperty('12999');
		expect(known.byId).not.toHaveProperty('12000');
		expect(isKnownAlarms(JSON.parse(JSON.stringify(known)))).toBe(true);
		// None of them is reported again when it shows again; a new alarm is.
		const again = [10_000, 11_000, 12_000].map((id) => fires(id, id - 10_000));
		expect(followAll(known, again, quiet).fired).toEqual([]);
		expect(followAll(known, [fires(10_000, 5000)], quiet).fired).toHaveLength(1);
	});

	it('of many firings at one moment the last hundred are remembered', () => {
		let known = begin([alarm('1')], SINCE);
		for (let n = 0; n < 250; n++)
			known = followAll(known, [alarm('1', firing('13:00', { group: `g${n}` }))]).now;
		expect(known.byId['1']?.sent).toHaveLength(100);
		expect(followAll(known, [alarm('1', firing('13:00', { group: 'g249' }))]).fired).toEqual([]);
	});

	const good = JSON.parse(JSON.stringify(begin([alarm('1', firing('13:00'))], SINCE))) as object;
	const one = { moment: `${SINCE}`, reported: [] };
	it.each<[string, unknown]>([
		['nothing', null],
		['a list', [good]],
		['no moment of beginning', { ...good, since: undefined }],
		['a moment that is none', { ...good, since: '2026-99-10T12:00:00' }],
		['no salt', { ...good, salt: undefined }],
		['no alarms', { ...good, byId: [] }],
		['an ID that is none', { ...good, byId: { constructor: one } }],
		['an alarm that is none', { ...good, byId: { 1: 'fired' } }],
		['a moment that is too long', { ...good, byId: { 1: { ...one, moment: 'x'.repeat(1e6) } } }],
		['a mark that is none', { ...good, byId: { 1: { ...one, reported: ['Beijing'] } } }],
		[
			'too many marks',
			{ ...good, byId: { 1: { ...one, reported: Array(101).fill('a'.repeat(16)) } } },
		],
		[
			'too many alarms',
			{ ...good, byId: Object.fromEntries(Array.from({ length: 1001 }, (_, n) => [n, one])) },
		],
		['a next one that is none', { ...good, next: '1&x=2' }],
	])('is not known where it is %s', (_what, wrong) => {
		expect(isKnownAlarms(good)).toBe(true);
		expect(isKnownAlarms(wrong)).toBe(false);
	});
});
