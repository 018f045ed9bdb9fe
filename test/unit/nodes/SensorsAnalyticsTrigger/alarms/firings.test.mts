import type { Alarm, Firing } from '../../../../../nodes/SensorsAnalytics/query/alarms';
import {
	begin,
	follow,
	type KnownAlarms,
} from '../../../../../nodes/SensorsAnalyticsTrigger/alarms/firings';

const SINCE = '2026-11-10T12:00:00';

const firing = (time: string, change: Partial<Firing> = {}): Firing => {
	const moment = `2026-11-10T${time}:00`;
	return { moment, alarmTime: moment, value: 5, comparedValue: 10, receivers: [], ...change };
};
const alarm = (id: string, newest?: Firing): Alarm => ({ id, title: `Alarm ${id}`, newest });

/** What is told at each look, as `id time value group`; the first one is publishing. */
function told(...looks: Alarm[][]): string[][] {
	let known: KnownAlarms | undefined;
	return looks.map((alarms) => {
		if (!known) {
			known = begin(alarms, SINCE);
			return [];
		}
		const { fired, now } = follow(known, alarms);
		// As n8n keeps it.
		known = JSON.parse(JSON.stringify(now)) as KnownAlarms;
		return fired.map(({ alarm: { id }, firing: { moment, value, group } }) =>
			[id, moment.slice(11, 16), value, group].filter((part) => part !== undefined).join(' '),
		);
	});
}

describe('T23 to T25: what has fired', () => {
	it('is told once, when it is newer than what was there at publishing', () => {
		const [at9, at13] = [alarm('1', firing('09:00')), alarm('1', firing('13:00'))];
		expect(told([at9], [at9], [at13], [at13])).toEqual([[], [], ['1 13:00 5'], []]);
	});

	it('counts for an alarm that had not fired before, whatever its time', () => {
		const late = alarm('1', firing('11:00'));
		expect(told([alarm('1')], [late], [late])).toEqual([[], ['1 11:00 5'], []]);
	});

	it('is no new one by a corrected number', () => {
		const corrected = alarm('1', firing('13:00', { value: 6, comparedValue: 11 }));
		expect(told([alarm('1')], [alarm('1', firing('13:00'))], [corrected])[2]).toEqual([]);
	});

	it('is no new one by an older one that shows again, nor by none, nor by the same behind them', () => {
		const [at13, at11] = [alarm('1', firing('13:00')), alarm('1', firing('11:00'))];
		const looks = told([alarm('1')], [at13], [at11], [alarm('1')], [at13]);
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
		const looks = told([alarm('1')], [a], [b], [a], [b]);
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
		expect(told(quiet, fired)[1]).toEqual(['3 12:30 5', '9 13:00 5', '10 13:00 5', '2 14:00 5']);
	});

	it('T24: an alarm that was not there at publishing counts from then on', () => {
		const [old, fresh] = [alarm('2', firing('11:59')), alarm('3', firing('12:00'))];
		expect(told([], [old, fresh], [old, fresh])).toEqual([[], ['3 12:00 5'], []]);
		expect(told([], [old], [alarm('2', firing('12:30'))])[2]).toEqual(['2 12:30 5']);
	});

	it('of an alarm that is not there for a while is told when it is there again', () => {
		const [at9, at13] = [alarm('1', firing('09:00')), alarm('1', firing('13:00'))];
		expect(told([at9], [], [at9], [], [at13])).toEqual([[], [], [], [], ['1 13:00 5']]);
	});

	it('leaves nothing of a group in the memory', () => {
		const secret = alarm('1', firing('13:00', { group: 'u1@example.org' }));
		expect(JSON.stringify(begin([secret], SINCE))).not.toMatch(/example/);
	});
});
