import {
	assertPlainFilter,
	openapiReport,
	sentOf,
	SHARED,
} from '../../../../../../../nodes/SensorsAnalytics/api/openapi/request';

const KEYS = { read: ['measures'], sent: ['subject_id'], filters: ['user_filter'] };
const condition = { field: 'user.city', function: 'equal', params: ['Riga'] };

describe("keys of the page's payload", () => {
	it('are read, sent, or the own ones of the page', () => {
		const page = {
			measures: [1],
			subject_id: 'device',
			user_filter: { relation: 'or', conditions: [condition] },
			$$render_index: 1,
			chartsType: 'line',
			limit: 50,
			rollup: false,
			trade_day_mode: false,
		};
		expect(sentOf(page, KEYS)).toEqual({
			subject_id: 'device',
			user_filter: { relation: 'OR', conditions: [condition] },
		});
	});

	it.each<[string, unknown]>([
		['nothing', null],
		['an empty text', ''],
		['an empty list', []],
		['a filter without conditions', { relation: 'and', conditions: [], filters: [] }],
	])('say nothing with %s', (_, value) => {
		expect(sentOf({ filter_of_something: value }, KEYS)).toEqual({});
	});

	it('have rollup if the report requests the same, and only then', () => {
		const request = (isWhole: boolean, rollup: unknown) => () =>
			openapiReport(
				'event',
				KEYS,
				() => ({ rollup: isWhole }),
				() => [] as never,
			).request({ query: {}, page: { rollup } }, undefined, {}).body;
		expect(sentOf({ rollup: true }, KEYS)).toEqual({});
		expect(request(true, true)()).toMatchObject({ rollup: true });
		expect(request(true, undefined)()).toMatchObject({ rollup: true });
		expect(request(false, false)()).toMatchObject({ rollup: false });
		expect(request(false, 'true')).toThrow("The key 'rollup' of the pasted or saved query");
	});

	it.each<[string, unknown]>([
		['diversion_mode', 'USER_SINGLE_GROUP'],
		['trade_day_mode', true],
		['rollup_date', 'true'],
		['approx', true],
		['zero', 0],
		['off', false],
	])('that are unknown are an error: %s', (key, value) => {
		expect(() => sentOf({ [key]: value }, KEYS)).toThrow(
			`The key '${key}' of the pasted or saved query isn't available in the OpenAPI, and without the key, numbers may differ. If the key doesn't matter, remove the key from the JSON. Otherwise, build the query from fields, or use a credential with an API secret or an account`,
		);
	});

	it('that name the default subject change nothing', () => {
		expect(sentOf({ subject_id: 'USER' }, { read: [] })).toEqual({});
		expect(() => sentOf({ subject_id: 'DEVICE' }, { read: [] })).toThrow("'subject_id'");
		expect(sentOf({ subject_id: 'USER' }, { read: [], sent: ['subject_id'] })).toEqual({
			subject_id: 'USER',
		});
	});

	it('inside of filters are known, too', () => {
		const odd = { conditions: [{ ...condition, subject: 'device' }] };
		expect(() => assertPlainFilter({ conditions: [condition] }, 'x')).not.toThrow();
		expect(() => assertPlainFilter(odd, "'filter'")).toThrow(
			"The key 'subject' of a condition of 'filter'",
		);
		expect(() => assertPlainFilter({ filters: [odd] }, "'filter'")).toThrow("'subject'");
		expect(() => assertPlainFilter({ sequence: [1] }, "'filter'")).toThrow("'sequence'");
		expect(() => sentOf({ user_filter: odd }, KEYS)).toThrow("'subject'");
	});
});

describe('keys of how the page shows a report', () => {
	it.each([
		...['state', 'isSaved', 'config', 'editName', 'type', 'status', 'isExpValid', 'sli'],
		...['default_measure_name', 'transformExpression', 'axis_config', 'rangeText', 'chartsType'],
		...['tType', 't_type', 'fromDash', 'bookmarkid', 'bookmarkId', 'dashboard_id', 'bookmark_id'],
		...['include_today', 'sub_task_type', 'userUnit', 'open_predict', 'ratio', 'request_type'],
		...['enable_detail_follow_rollup_by_values_rank', 'ignore_cache_expire', 'request_id'],
		...['compareKey', 'show_zero_day', 'last_zero', 'custom_name', 'cname', 'comment'],
		...['functionsOpen', 'chartType', 'valueTypes', 'isUnSaved', 'jump_url'],
		...['limit', 'topN', 'detail_and_rollup', '$$anything'],
	])('%s says nothing about numbers', (key) => {
		expect(sentOf({ [key]: 'x' }, KEYS)).toEqual({});
	});

	it.each([
		...['rollup_date', 'approx', 'funnel_id', 'trade_day_mode', 'layer_other_rollup'],
		'subjectIdIsUserId',
	])('%s counts where it is on', (key) => {
		expect(sentOf({ [key]: false }, KEYS)).toEqual({});
		expect(() => sentOf({ [key]: true }, KEYS)).toThrow(/^The key '/);
	});

	it('reports over dates send these', () => {
		expect(SHARED).toEqual([
			...['sampling_factor', 'use_cache', 'time_zone_mode', 'server_time_zone', 'subject_id'],
		]);
	});
});
