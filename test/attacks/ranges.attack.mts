/** More time than anybody looks at, asked for by a form, a model or a saved query; and Stop. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';

import type { IDataObject } from 'n8n-workflow';

import { type Attack, heldUnless } from './attack.mts';
import { watched } from './support/blocks.mts';
import { HostileServer } from './support/hostileServer.mts';

const FIRST = '0001-01-01';
const LAST = '9999-12-31';
const CUSTOM = { dateRange: 'custom', fromDate: FIRST, toDate: LAST };
const report = (operation: string, more: IDataObject = {}): IDataObject => ({
	resource: 'report',
	operation,
	...more,
});
const EVENT = report('getEventReport', { unit: 'hour' });
const envelope = (data: unknown) => JSON.stringify({ code: 'SUCCESS', request_id: 'r', data });

/** A query of a model. */
function requestedBy(query: object, more: IDataObject = {}): IDataObject {
	return report('getEventReport', {
		queryMode: 'definition',
		output: 'agent',
		queryDefinition: JSON.stringify(query),
		...more,
	});
}

const MEASURES = { measures: ['PayOrder'], unit: 'hour' };
const PAGE = {
	measures: [{ event_name: 'PayOrder', aggregator: 'general' }],
	unit: 'hour',
	from_date: FIRST,
	to_date: LAST,
};

/** The older API's dashboard with a chart that was saved with these dates. */
const SAVED = {
	resource: 'savedReport',
	operation: 'runSavedReport',
	dashboard: '1',
	savedReport: '1',
	dateRange: 'asPasted',
};
const SAVED_LISTS: Array<[part: string, body: string]> = [
	[
		'dashboard/bookmarks',
		envelope({
			bookmarks: [{ id: 1, type: '/segmentation/', name: 'S', data: JSON.stringify(PAGE) }],
		}),
	],
];

const LISTS = /dashboard|bookmark|dataset\/|detail_list|definition/;

/** Nothing is to be sent for it, but for lists; and the answer is to say what to do. */
function refused(
	name: string,
	form: IDataObject,
	says: RegExp,
	credential = 'secret',
	rest: Partial<Attack> = {},
): Attack {
	return {
		name,
		...rest,
		async run() {
			const hostile = await HostileServer.start(({ url = '' }, response) => {
				const [, body] = SAVED_LISTS.find(([part]) => url.includes(part)) ?? [];
				response.end(body ?? (LISTS.test(url) ? envelope({}) : '{}'));
			});
			try {
				const { error, rows } = await hostile.run(form, credential);
				const words = error ? `${error.message} ${error.description ?? ''}` : JSON.stringify(rows);
				const sent = hostile.received.filter((line) => !LISTS.test(line));
				return heldUnless(
					!says.test(words) && `the node said: ${words.slice(0, 300)}`,
					sent.length > 0 && `${sent.length} requests were sent: ${sent[0]?.slice(0, 80)}`,
				);
			} finally {
				hostile.stop();
			}
		},
	};
}

const LONG = { dateRange: 'custom', fromDate: '2016-11-23', toDate: '2026-11-22' };
const TOO_MANY = /requests [\d,]+ [a-z ]+ at once, but the maximum is 40,000/;
const TOO_LONG = /years|must be a whole number/;

/** Work that never ends, until the execution is stopped. */
interface Endless {
	form: IDataObject;
	credential?: string;
	items?: number;
	/** Answers of lists and tasks; a request without an answer here hangs. */
	answer?: (url: string) => string | undefined;
	/** How many requests there are before it is stopped. */
	after?: number;
	onError?: 'continueRegularOutput';
	/** How many logins may go on: other executions may wait for them, too. */
	logins?: number;
}

const STOPPED_WITHIN_MS = 2500;
const LATER_MS = 1500;

/** Node.js publishes it when it passes a request to its connection. */
const SENT = 'http.client.request.start';

/** Stops the execution: the requests under way end, and no other one is sent. */
function stopped(name: string, plan: Endless): Attack {
	const { form, credential = 'secret', items = 1, answer, after = 1, onError, logins = 0 } = plan;
	return {
		name,
		seconds: 30,
		async run() {
			let open = 0;
			let enough = () => undefined as void;
			const begun = new Promise<void>((resolve) => (enough = resolve));
			let count = 0;
			let sent = 0;
			const note = () => void sent++;
			const hostile = await HostileServer.start(({ url = '' }, response: ServerResponse) => {
				if (++count >= after) enough();
				open++;
				response.on('close', () => open--);
				const body = answer?.(url);
				if (body !== undefined) response.end(body);
			});
			subscribe(SENT, note);
			try {
				const settings = { credential, items: Array.from({ length: items }, () => ({})), onError };
				const run = hostile.engine.startNode(HostileServer.form(form), settings);
				const ended = watched(async () => await run.catch(() => undefined));
				await begun;
				// What was sent before may arrive later: several items may ask at once.
				const [started, before] = [performance.now(), sent];
				run.cancel('stopped');
				const isOver = await Promise.race([ended.then(() => true), pause(STOPPED_WITHIN_MS)]);
				const took = performance.now() - started;
				await pause(LATER_MS);
				const more = sent - before;
				return heldUnless(
					isOver !== true && `it goes on after ${Math.round(took)} ms`,
					open > logins && `${open} requests are open`,
					more > 0 && `${more} more requests were sent`,
					before === 0 && 'no request was seen',
				);
			} finally {
				unsubscribe(SENT, note);
				hostile.stop();
			}
		},
	};
}

async function pause(ms: number): Promise<void> {
	await new Promise((resolve) => setTimeout(resolve, ms));
}

const RUNNING = envelope({ status: 'RUNNING', task_id: 7 });

export const attacks: Attack[] = [
	refused(
		'a model asks for all hours of 9,999 years',
		requestedBy({ ...MEASURES, range: { from: FIRST, to: LAST } }),
		TOO_LONG,
	),
	refused(
		'a model asks for 9,999 weeks',
		requestedBy({ ...MEASURES, range: 'last 9999 weeks' }),
		TOO_LONG,
	),
	refused(
		'a model compares a day with 9,999 years',
		requestedBy({ ...MEASURES, range: 'yesterday', compare: { from: FIRST, to: LAST } }),
		TOO_LONG,
	),
	refused('a form asks for all hours of 9,999 years', { ...EVENT, ...CUSTOM }, TOO_LONG),
	refused(
		'a form asks for all hours of 900 years',
		{ ...EVENT, ...CUSTOM, fromDate: '1100-01-01', toDate: '1999-12-31' },
		TOO_LONG,
	),
	...['days', 'weeks', 'months'].map((lastUnit) =>
		refused(
			`a form asks for the last 99,999 ${lastUnit}`,
			{ ...EVENT, dateRange: 'last', lastCount: 99_999, lastUnit },
			TOO_LONG,
		),
	),
	refused(
		'a form asks for the last 1e15 days',
		{ ...EVENT, dateRange: 'last', lastCount: 1e15, lastUnit: 'days' },
		TOO_LONG,
	),
	refused(
		'a form asks for all since the year 1',
		{ ...EVENT, dateRange: 'since', sinceDate: FIRST },
		TOO_LONG,
	),
	refused(
		'a form compares a day with 9,999 years',
		{ ...EVENT, compareWith: 'custom', compareFromDate: FIRST, compareToDate: LAST },
		TOO_LONG,
	),
	refused(
		'a pasted query is of 9,999 years',
		{ ...EVENT, queryMode: 'json', queryJson: JSON.stringify(PAGE), dateRange: 'asPasted' },
		TOO_LONG,
	),
	refused(
		'a pasted query compares with 9,999 years',
		{
			...EVENT,
			queryMode: 'json',
			dateRange: 'asPasted',
			compareWith: 'asPasted',
			queryJson: JSON.stringify({
				...PAGE,
				from_date: '2026-11-01',
				to_date: '2026-11-01',
				compare_from_date: FIRST,
				compare_to_date: LAST,
			}),
		},
		TOO_LONG,
	),
	refused('a saved query is of 9,999 years', SAVED, TOO_LONG, 'key'),
	refused(
		'ten years are fetched day by day',
		{
			...EVENT,
			unit: 'day',
			...CUSTOM,
			fromDate: '2017-01-01',
			toDate: '2026-11-01',
			options: { sliceDays: 1 },
		},
		/requests/,
	),
	refused(
		'the preview of all hours, day by day',
		{ ...EVENT, ...CUSTOM, options: { sliceDays: 1, previewRequest: true } },
		TOO_LONG,
	),
	refused(
		'a retention of 9,999 years',
		report('getRetentionReport', { firstEvent: 'A', secondEvent: 'B', duration: 7, ...CUSTOM }),
		TOO_LONG,
	),
	refused(
		'a funnel of 9,999 years',
		report('getFunnelReport', {
			steps: { step: [{ eventName: 'A' }, { eventName: 'B' }] },
			window: 1,
			windowUnit: 'days',
			...CUSTOM,
		}),
		TOO_LONG,
	),
	refused(
		'lifetime values of 9,999 years',
		report('getLifetimeValueReport', {
			startEvent: 'A',
			valueEvent: 'B',
			valueProperty: 'amount',
			...CUSTOM,
		}),
		TOO_LONG,
		'key',
	),
	refused(
		'users of a funnel of 9,999 years',
		{
			resource: 'user',
			operation: 'getManyFromReport',
			steps: { step: [{ eventName: 'A' }, { eventName: 'B' }] },
			window: 1,
			windowUnit: 'days',
			sliceUsers: 'lost',
			...CUSTOM,
		},
		TOO_LONG,
		'key',
	),
	refused(
		'the behavior of 9,999 years',
		{ resource: 'user', operation: 'getBehavior', user: 'u1', userIdKind: 'distinct', ...CUSTOM },
		TOO_LONG,
		'key',
	),
	...(
		[
			['ten years by hour', {}],
			['ten years by hour, in raw', { output: 'raw' }],
			['three years by hour, compared', { fromDate: '2023-11-23', compareWith: 'previousPeriod' }],
			['two months by minute', { unit: 'other', otherUnit: 'MINUTE', fromDate: '2026-09-22' }],
			[
				// Its own hours are few enough, with those of the history they are not.
				'four and a half years by hour, held against their usual range',
				{ fromDate: '2022-05-25', options: { usualRange: 'all' } },
			],
		] as Array<[string, IDataObject]>
	).map(([name, form]) => refused(name, { ...EVENT, ...LONG, ...form }, TOO_MANY)),
	refused(
		'a model asks for ten years by hour of the day',
		requestedBy({ ...MEASURES, unit: 'hour_of_day', range: [LONG.fromDate, LONG.toDate] }),
		/choose a longer 'unit' or a shorter 'range'/i,
	),
	refused(
		'a retention of ten years for sixty days each',
		report('getRetentionReport', { firstEvent: 'A', secondEvent: 'B', duration: 60, ...LONG }),
		/40,000.*'Number of Periods'/,
	),
	refused(
		'lifetime values of five years for a year each',
		report('getLifetimeValueReport', {
			...{ startEvent: 'A', valueEvent: 'B', valueProperty: 'amount', followedPeriods: 60 },
			...{ ...LONG, fromDate: '2021-11-23' },
		}),
		TOO_MANY,
		'key',
	),
	stopped('Stop, while a report is awaited', { form: { ...EVENT, fromDate: '2026-10-01' } }),
	stopped('Stop, while a login is awaited', { form: EVENT, credential: 'account', logins: 1 }),
	stopped('Stop, while it is asked whether a token still holds', {
		form: EVENT,
		credential: 'account',
		// The login, the report, and the look at the token, which hangs.
		answer: (() => {
			const answers = [
				{ session_id: 'T'.repeat(40) },
				{ error_type: 'UNAUTHORIZED', error: 'none' },
			];
			return () => JSON.stringify(answers.shift());
		})(),
		after: 3,
	}),
	stopped('Stop, while a report comes in slices', {
		form: { ...EVENT, unit: 'day', fromDate: '2026-01-01', options: { sliceDays: 1 } },
		answer: () => JSON.stringify({ series: [], rows: [] }),
		after: 3,
	}),
	stopped('Stop, while 500 items wait that go on after errors', {
		form: { ...EVENT, onError: 'continueRegularOutput' },
		items: 500,
		onError: 'continueRegularOutput',
		answer: (url) => (url === '' ? '' : '{"error":"none","error_type":"BAD_REQUEST"}'),
		after: 5,
	}),
	stopped('Stop, while a task never ends', {
		form: {
			resource: 'userGroup',
			operation: 'getMembers',
			userGroup: 'user_segment_vip',
			options: { taskId: '7' },
		},
		credential: 'key',
		answer: (url) =>
			url.includes('definition')
				? envelope({ segment_definitions: [{ name: 'user_segment_vip' }] })
				: url.includes('latest-item')
					? envelope({ lasted_segment_item_map: { user_segment_vip: { base_time: '', count: 3 } } })
					: RUNNING,
		after: 3,
	}),
	stopped('Stop, while pages of users never end', {
		form: { resource: 'user', operation: 'getManyUsers', returnAll: true },
		credential: 'key',
		answer: (() => {
			let id = 0;
			return () =>
				envelope({ users: [{ id: String(++id) }], page: { page_count: 1e15, total: 1e9 } });
		})(),
		after: 3,
	}),
	stopped('Stop, while the pause between retries goes on', {
		form: { ...EVENT, options: { retries: 10 } },
		answer: () => undefined,
	}),
];
