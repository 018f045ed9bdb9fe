import { formSource } from '../../../../../../nodes/SensorsAnalytics/params/param';
import { pathReport } from '../../../../../../nodes/SensorsAnalytics/reports/path';

const FORM: { [name: string]: unknown } = {
	pathDirection: 'after',
	pathEvent: 'A',
	pathEvents: { event: [{ eventName: 'B' }, { eventName: 'C' }] },
	pathSteps: 4,
	pathWidth: 6,
	pathPause: 30,
};
const fields = (more: { [name: string]: unknown }) => (name: string) =>
	({ ...FORM, ...more })[name] ?? '';
const read = (more: { [name: string]: unknown } = {}) =>
	pathReport.read(formSource(fields(more), 'Asia/Shanghai'));

describe('the form of a path report', () => {
	it('is read into the neutral query, the source among the events', () => {
		expect(read()).toEqual({
			source: { event: 'A' },
			isBackward: false,
			events: [{ event: 'A' }, { event: 'B' }, { event: 'C' }],
			steps: 4,
			eventsPerStep: 6,
			pauseSeconds: 1800,
			rows: 'links',
			groupBy: [],
		});
		const own = { event: [{ eventName: 'B' }, { eventName: 'A' }] };
		expect(read({ pathEvents: own }).events).toEqual([{ event: 'B' }, { event: 'A' }]);
		expect(read({ pathDirection: 'before' }).isBackward).toBe(true);
	});

	it.each([
		[{ pathEvent: '' }, "'Start or End Event' is empty"],
		[{ pathDirection: 'x' }, "'Paths' can't be 'x'. Use one of: after, before"],
		[{ pathEvents: {} }, "'Events to Include' is empty"],
		[{ pathEvents: { event: [{}] } }, "'Event Name' of event 1 in 'Events to Include' is empty"],
		[
			{ pathEvents: { event: [{ eventName: 'B' }, { eventName: 'B' }] } },
			"'Events to Include' contains B twice, but Sensors Analytics filters by event name. Keep one of them",
		],
		[
			{ pathEvents: { event: [{ eventName: '$Anything' }] } },
			"'Events to Include' can't be any event ($Anything)",
		],
		[{ pathEvent: '$Anything' }, "'Start or End Event' can't be any event ($Anything)"],
		[{ pathSteps: 1 }, "'Number of Steps' must be a whole number from 2"],
		[{ pathWidth: 0 }, "'Events per Step' must be a whole number from 1"],
		[{ pathPause: '' }, "'Session Timeout (Minutes)' must be a whole number from 1"],
	])('refuses %j', (more, said) => {
		expect(() => read(more)).toThrow(said);
	});

	it('has a choice of rows if the form has the field', () => {
		const choose = (pathRows: unknown) =>
			pathReport.rows?.choose(read(), fields({ pathRows }), 'Asia/Shanghai').rows;
		expect(['nodes', 'both', 'links', ''].map(choose)).toEqual(['nodes', 'both', 'links', 'links']);
		expect(() => choose('trees')).toThrow(
			"'Return' can't be 'trees'. Use one of: links, nodes, both",
		);
	});
});
