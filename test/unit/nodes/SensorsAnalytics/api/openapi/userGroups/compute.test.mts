import { groupsWire } from '../../../../../../../nodes/SensorsAnalytics/api/openapi/userGroups';

const FIELD = 'user.user_segment_t';
const MOMENT = '2025-04-27T16:00:00Z';
const success = (data: object) => ({ code: 'SUCCESS', data });
// As the vendor's own sample has it.
const task = {
	id: 180,
	failure_detail: { code: '', error_message: '' },
	segment_task_report: { count: '12' },
	base_time: MOMENT,
	segment_task_status: 'SEGMENT_TASK_COMPUTING',
	start_time: '2025-04-30T02:23:17.523Z',
	end_time: '2025-04-30T02:23:17.523Z',
	create_time: '2025-04-30T02:23:17.523Z',
};

describe('the computation of a group', () => {
	it('is started as of a moment', () => {
		expect(groupsWire.computeRequest(FIELD, MOMENT)).toEqual({
			path: '/api/v3/horizon/v1/segment/definition/evaluate',
			body: {
				entity_name: 'user',
				evaluate_params: [{ segment_definition_name: 'user_segment_t', base_time: MOMENT }],
			},
			startsWork: true,
		});
	});

	it.each([
		['PREPARING', 'waiting'],
		['WAITING_DATA', 'waiting'],
		['COMPUTING', 'running'],
		['SUCCESS', 'done'],
		['FAILED', 'failed'],
		['CANCELLED', 'failed'],
		['STATUS_UNSPECIFIED', 'running'],
	])('%s is %s', async (status, phase) => {
		const tasks = [{ ...task, segment_task_status: `SEGMENT_TASK_${status}` }, { id: 1 }];
		expect(await groupsWire.computing(async () => success({ tasks }), FIELD, MOMENT)).toEqual({
			id: '180 2025-04-30T02:23:17.523Z',
			phase,
			status,
			reason: undefined,
			startedAt: task.start_time,
			endedAt: task.end_time,
			users: 12,
		});
	});

	it('may be missing, or fail with words or a code', async () => {
		const requests: unknown[] = [];
		const none = await groupsWire.computing(
			async (request) => {
				requests.push(request.body);
				return success({});
			},
			FIELD,
			MOMENT,
		);
		expect(none).toBeUndefined();
		expect(requests).toEqual([
			{
				...{ entity_name: 'user', definition_name: 'user_segment_t' },
				...{ base_time_list: [MOMENT], fetch_all: false },
			},
		]);
		const failed = async (failure_detail: object) =>
			(
				await groupsWire.computing(
					async () => success({ tasks: [{ failure_detail }] }),
					FIELD,
					MOMENT,
				)
			)?.reason;
		expect(await failed({ code: 'C-1', error_message: 'broken' })).toBe('broken');
		expect(await failed({ code: 'C-1', error_message: '' })).toBe('C-1');
	});

	it('returns a size', async () => {
		const size = async (items: unknown) =>
			await groupsWire.sizeAt(async () => success({ items }), FIELD, MOMENT);
		expect(await size([{ count: 0 }, { count: 5 }])).toBe(0);
		expect(await size([{ count: '42' }])).toBe(42);
		expect([await size([]), await size(undefined), await size([{}])]).toEqual([
			...[undefined, undefined, undefined],
		]);
	});

	it.each([
		['moment', { base_time: '2025-04-28T16:00:00Z' }],
		['moment, by another clock', { base_time: '2025-04-29T00:00:00.000+08:00' }],
		['group', { segment_definition_name: 'user_segment_other' }],
	])('of another %s is ignored', async (_, of) => {
		const other = { ...task, count: 9, ...of };
		const same = { ...task, id: 181, count: 7, base_time: '2025-04-28T00:00:00.000+08:00' };
		const requestedBy = async (list: object[]) => {
			const ask = async () => await Promise.resolve(success({ tasks: list, items: list }));
			return [
				(await groupsWire.computing(ask, FIELD, MOMENT))?.id,
				await groupsWire.sizeAt(ask, FIELD, MOMENT),
			];
		};
		expect(await requestedBy([other])).toEqual([undefined, undefined]);
		expect(await requestedBy([other, same])).toEqual(['181 2025-04-30T02:23:17.523Z', 7]);
	});
});
