/** What the service does in the background: exports and computations of user groups, refreshes of datasets. */
import type { IDataObject } from 'n8n-workflow';
import { parse } from 'csv-parse/sync';

import type { ShopEvent } from '../../simulator/data/shop.mts';
import { internalId } from '../../simulator/openapi/userPages.mts';
import { type NodeRun, TOOL_TYPE } from '../support/engine.mts';
import { withoutWaits } from '../support/waits.mts';
import { TestWorld } from '../support/world.mts';

const waits: number[] = [];
let afterWait: (() => void) | undefined;

const V3 = '/api/v3';
const EXPORT = `${V3}/horizon/v1/entity-list/export-task`;
const SEGMENT = `${V3}/horizon/v1/segment`;
const DATASET = `${V3}/analytics/v1/dataset`;
const NOW = new Date('2026-11-20T12:00:00+08:00');
const MIDNIGHT = '2026-11-19T16:00:00Z';
const SECRET = '13800000000';

describe('In the background', () => {
	let t: TestWorld;

	beforeAll(async () => {
		// The node waits as long as it wants, which takes no time here.
		withoutWaits((ms) => {
			waits.push(ms);
			afterWait?.();
		});
		t = await TestWorld.start();
	});
	afterAll(async () => await t.stop());
	beforeEach(() => {
		t.world.clock.set(NOW);
		t.takeRequests();
		t.simulator.faults.clear();
		t.world.openapi.tasks = { looks: 2 };
		waits.length = 0;
		afterWait = undefined;
	});

	const run = async (resource: string, operation: string, form: IDataObject = {}, options = {}) =>
		await t.operation(resource, operation, form, { credential: 'key', ...options });
	const shopUsers = () => t.world.shopOf('production').users;
	const gold = () => shopUsers().filter(({ properties }) => properties.level === 'gold');
	const paths = () => t.takeRequests().map(({ path }) => path);
	const waited = () => waits.reduce((sum, ms) => sum + ms, 0);
	const hintsOf = ({ run: { data } }: NodeRun) =>
		(data.resultData.runData['Sensors Analytics']?.[0]?.hints ?? []).map(({ message }) => message);
	const fault = (path: RegExp, reaction: object, times = 1) =>
		t.simulator.faults.add({ path, times, reaction: reaction as never });

	describe('Members of a user group', () => {
		const members = async (form: IDataObject = {}, options: IDataObject = {}, more = {}) =>
			await run('userGroup', 'getMembers', { userGroup: 'gold_members', ...form, options }, more);
		const chosen = (...names: string[]) => ({
			userProperties: 'chosen',
			chosenProperties: { property: names.map((field) => ({ field })) },
		});

		it('are exported, waited for and fetched, with typed properties', async () => {
			const names = ['user.city', 'age', 'is_member', 'registered_on', 'interests'];
			const result = await members(chosen(...names));
			expect(result.error).toBeUndefined();
			expect(result.rows).toEqual(
				gold().map((user) => ({
					id: internalId(user),
					city: user.properties.city,
					age: user.properties.age,
					is_member: user.properties.is_member,
					registered_on: user.properties.registered_on,
					interests: user.properties.interests,
				})),
			);
			expect(result.rows.length).toBeGreaterThan(30);
			expect(result.rows.some(({ city }) => city === null)).toBe(true);
			const requests = t.takeRequests();
			expect(requests.map(({ path }) => path)).toEqual([
				`${SEGMENT}/definition/list`,
				`${SEGMENT}/latest-item/get`,
				`${V3}/analytics/v1/property-meta/user-properties/all`,
				`${V3}/portal/v2/management/project/get`,
				`${EXPORT}/create`,
				...Array.from({ length: 3 }, () => `${EXPORT}/get-status`),
				`${V3}/horizon/v1/web/file-storage/download`,
			]);
			expect(requests.find(({ path }) => path.endsWith('/create'))?.body).toEqual({
				entity_name: 'user',
				project_id: 1,
				attribute_paths: ['id', 'city', 'age', 'is_member', 'registered_on', 'interests'],
				export_format: { format_type: 'FILE' },
				segment_rule_expression: {
					type: 'EQL_BASED',
					eql_segment_rule: { eql: 'user.$SegmentMembership.user_group_gold_members == true' },
				},
			});
			expect(requests.at(-1)?.headers.accept).toBe('*/*');
			expect(waited()).toBe(1000 + 1500);
			expect(hintsOf(result)).toEqual([
				expect.stringMatching(
					/^Sensors Analytics keeps export 1 for two days\. To get the file again without another export, enter this ID in the option 'Task ID'\./,
				),
			]);
		});

		it('are their IDs alone, or as many as the limit says', async () => {
			const ids = gold().map((user) => ({ id: internalId(user) }));
			expect((await members()).rows).toEqual(ids);
			const cut = await members({ returnAll: false, limit: 3 });
			expect(cut.rows).toEqual(ids.slice(0, 3));
			expect(hintsOf(cut)).toHaveLength(1);
		});

		it('have all properties of the project', async () => {
			const { rows } = await members({ userProperties: 'all', returnAll: false, limit: 1 });
			const names = ['city', 'level', 'age', 'is_member', 'registered_on', 'interests'];
			expect(Object.keys(rows[0] ?? {})).toEqual(['id', ...names]);
		});

		it('come as a CSV file that spreadsheets read', async () => {
			const form = { ...chosen('city', 'interests'), output: 'file', fileName: 'gold.csv' };
			const { items, rows, error } = await members(form);
			expect(error).toBeUndefined();
			expect(rows).toMatchObject([{ fileName: 'gold.csv', mimeType: 'text/csv' }]);
			const file = Buffer.from(items[0]?.binary?.data?.data ?? '', 'base64').toString();
			expect(file.startsWith('\ufeffid,city,interests\r\n')).toBe(true);
			const lines = parse(file, { bom: true, columns: true }) as unknown[];
			expect(lines).toEqual(
				gold().map((user) => ({
					id: internalId(user),
					city: user.properties.city ?? '',
					interests: JSON.stringify(user.properties.interests),
				})),
			);
		});

		it('come as a CSV file with its number of rows, and a hint about IDs that spreadsheets would change', async () => {
			const fileOf = async (options: IDataObject) => {
				const result = await members({ output: 'file' }, options);
				const { binary, json } = result.items[0] ?? {};
				const text = Buffer.from(binary?.data?.data ?? '', 'base64').toString();
				return { rows: json?.rows, text, hints: hintsOf(result).join() };
			};
			const ids = gold().map(internalId);
			const plain = await fileOf({});
			expect(plain.rows).toBe(ids.length);
			expect(plain.text).toBe(`\ufeffid\r\n${ids.map((id) => `${id}\r\n`).join('')}`);
			expect(plain.hints).toMatch(
				/Sensors Analytics keeps export 6 for two days\. To get the file again without another export, enter this ID in the option 'Task ID'\.,The file contains IDs that spreadsheets read as numbers\. Of numbers with more than 15 digits, spreadsheets keep only the first 15 digits\. In Excel, import the file with Data > From Text\/CSV, and set Data Type Detection to 'Do not detect data types'\. Alternatively, turn on the option 'IDs as Text for Spreadsheets'\. Databases and other programs read the IDs correctly\./,
			);
			const kept = await fileOf({ idsAsText: true });
			expect(kept.rows).toBe(ids.length);
			const cells = parse(kept.text, { bom: true, columns: true }) as Array<{ id: string }>;
			expect(cells.map(({ id }) => id)).toEqual(ids.map((id) => `="${id}"`));
			expect(kept.hints).not.toMatch(/spreadsheet/i);
		});

		it('have the IDs by which apps name them, and dates without a time', async () => {
			const names = chosen('first_id', 'second_id', 'registered_on');
			const { rows, error } = await members(names);
			expect(error).toBeUndefined();
			expect(rows).toEqual(
				gold().map((user) => ({
					id: internalId(user),
					first_id: `device-${user.id}`,
					second_id: user.properties.is_member === true ? user.id : null,
					registered_on: user.properties.registered_on,
				})),
			);
		});

		it.each([
			['a header', { hasFileHeader: true }],
			['no need of a project', { wantsProjectId: false }],
		])('are read with %s', async (_case, traits) => {
			const before = { ...t.world.openapi };
			Object.assign(t.world.openapi, traits);
			const { rows } = await members({ ...chosen('age') });
			Object.assign(t.world.openapi, before);
			expect(rows).toEqual(
				gold().map((user) => ({ id: internalId(user), age: user.properties.age })),
			);
		});

		it('are requested without the project ID if the account may not look it up', async () => {
			t.world.openapi.wantsProjectId = false;
			fault(/project\/get/, { answer: { status: 403, body: { error: 'no permission' } } });
			const { rows } = await members();
			t.world.openapi.wantsProjectId = true;
			expect(rows).toHaveLength(gold().length);
			const create = t.takeRequests().find(({ path }) => path.endsWith('/create'));
			expect(create?.body).not.toHaveProperty('project_id');
		});

		it('are not exported if the project can temporarily not be looked up', async () => {
			fault(/project\/get/, { answer: { status: 503, body: 'x' } });
			const { error } = await members({}, { retries: 0 });
			expect(error?.message).toMatch(/temporarily unavailable/);
			expect(paths().some((path) => path.endsWith('/create'))).toBe(false);
		});

		it('are exported without the ID of the project after a refusal without a reason', async () => {
			fault(/project\/get/, { answer: { status: 403, body: {} } });
			await members();
			expect(paths().some((path) => path.endsWith('/create'))).toBe(true);
		});

		it('name the refusal of the project if the export needs its ID', async () => {
			fault(/project\/get/, { answer: { status: 403, body: { error: 'no permission' } } });
			const { error } = await members();
			expect(error?.message).toMatch(/project_id/);
			expect(error?.description).toMatch(
				/ The request for the ID of the project failed, too: Sensors Analytics rejected the request: no permission\.$/,
			);
		});

		it('are those of a day', async () => {
			const { rows, error } = await members({}, { computedOn: '2026-11-20' });
			expect([rows.length, error]).toEqual([gold().length, undefined]);
			const create = t.takeRequests().find(({ path }) => path.endsWith('/create'));
			expect(JSON.stringify(create?.body)).toContain('gold_members@20261120 == true');
			const none = await members({}, { computedOn: '2026-10-01' });
			expect(none.error?.message).toMatch(
				/^Export 13 didn't succeed in Sensors Analytics: The segment has no data$/,
			);
		});

		it('take longer than the maximum wait: the export continues, and is fetched later', async () => {
			t.world.openapi.tasks = { looks: 5 };
			const late = await members({}, { longestWait: 0.05 });
			expect(late.error?.message).toMatch(
				/^Export 14 didn't finish within 0\.05 minutes \(RUNNING\) and continues in Sensors Analytics$/,
			);
			const [, id = ''] = /Export (\d+)/.exec(late.error?.message ?? '') ?? [];
			expect(late.error?.description).toContain(`'Task ID' set to ${id}`);
			expect(waited()).toBe(3000);
			t.takeRequests();
			const { rows } = await members({}, { taskId: id });
			expect(rows).toHaveLength(gold().length);
			expect(paths().some((path) => path.endsWith('/create'))).toBe(false);
			t.world.clock.advance(3 * 24 * 3600_000);
			expect((await members({}, { taskId: id })).error?.message).toMatch(`no task ${id}`);
		});

		it('of an export that fails are an error with its reason', async () => {
			t.world.openapi.tasks = { looks: 1, failure: 'Out Of Memory' };
			const { error, rows } = await members();
			expect(error?.message).toMatch(
				/^Export 15 didn't succeed in Sensors Analytics: Out Of Memory$/,
			);
			expect(rows).toEqual([]);
		});

		it.each([
			['the connection is cut', { cut: true }, /can't be reached/],
			[
				'the service breaks',
				{ answer: { status: 500, body: { code: 'X-R-1-1' } } },
				/Sensors Analytics couldn't process the request \(status 500\): \{"code":"X-R-1-1"\} \(X-R-1-1\)/,
			],
			[
				'the service is away',
				{ answer: { status: 503, body: 'x' } },
				/Sensors Analytics is temporarily unavailable \(status 503\): x/,
			],
		])('are not requested twice when %s', async (_case, reaction, words) => {
			fault(/create/, reaction);
			const { error } = await members();
			expect(error?.message).toMatch(words);
			expect(error?.description).toMatch(
				/\. The node didn't send the request again, because the task may have started\. Check for the task in Sensors Analytics before you run the node again\./,
			);
			expect(paths().filter((path) => path.endsWith('/create'))).toHaveLength(1);
		});

		it('are requested again if the service temporarily declined, and states always are', async () => {
			fault(/create/, { answer: { status: 429, body: { error: 'slow down' } } });
			fault(/get-status|download/, { cut: true }, 2);
			const { error, rows } = await members();
			expect([error, rows.length]).toEqual([undefined, gold().length]);
			expect(paths().filter((path) => path.endsWith('/create'))).toHaveLength(2);
		});

		it.each([/get-status/, /download/])(
			'that get lost at %s can be fetched later',
			async (path) => {
				fault(path, { cut: true }, 99);
				const { error } = await members({}, { retries: 1 });
				expect(error?.message).toMatch(/can't be reached/);
				expect(error?.description).toMatch(/'Task ID' set to \d+/);
			},
		);

		it.each([
			[
				'another number of columns',
				`1\u0001${SECRET}\u0001x\n`,
				/The file of members has an unexpected structure: line 1 has more than 2 columns instead of the requested 2/,
			],
			[
				'no ID',
				`${SECRET}a\u0001${SECRET}\n`,
				/The file of members has an unexpected structure: line 1 doesn't start with a user's ID/,
			],
		])(
			'in a file with %s are an error that reveals nothing about them',
			async (_case, body, words) => {
				fault(/download/, { answer: { body } });
				const result = await members(chosen('city'));
				expect(result.error?.message).toMatch(words);
				const { error } = result;
				expect(JSON.stringify([error?.message, error?.description, hintsOf(result)])).not.toContain(
					SECRET,
				);
			},
		);

		it('fewer than the group has are an error with both numbers', async () => {
			fault(/download/, { answer: { body: '7\n8\n' } });
			const result = await members();
			expect(result.rows).toEqual([{ id: '7' }, { id: '8' }]);
			expect(hintsOf(result)[1]).toMatch(
				new RegExp(
					`^The export has 2 members, but the latest computation counted ${gold().length}\\.`,
				),
			);
		});

		it('of a group that was never computed are refused before an export', async () => {
			const { error } = await members({ userGroup: 'never_computed' });
			expect(error?.message).toMatch(
				/The 'User Group' 'never_computed' has no members, because it was never computed\. Compute the group with the operation Compute/,
			);
			expect(paths().some((path) => path.includes('export'))).toBe(false);
		});

		it('are previewed without an export', async () => {
			const { rows } = await members({}, { previewRequest: true });
			expect(rows).toMatchObject([
				{ requests: [{ path: `${EXPORT}/create`, body: { attribute_paths: ['id'] } }] },
			]);
			expect(paths().some((path) => path.includes('export'))).toBe(false);
		});

		it('end with the execution', async () => {
			t.world.openapi.tasks = { looks: 1000 };
			const running = t.engine.startNode(
				{ resource: 'userGroup', operation: 'getMembers', userGroup: 'gold_members' },
				{ credential: 'key' },
			);
			afterWait = () => waits.length > 3 && running.cancel();
			await running.catch(() => undefined);
			await new Promise((resolve) => setTimeout(resolve, 50));
			const sentRequests = paths().filter((path) => path.endsWith('get-status')).length;
			expect(sentRequests).toBeLessThan(4);
			await new Promise((resolve) => setTimeout(resolve, 50));
			expect(paths()).toEqual([]);
		});
	});

	describe('Computing a user group', () => {
		const compute = async (form: IDataObject = {}, options: IDataObject = {}) =>
			await run('userGroup', 'computeUserGroup', {
				...{ userGroup: 'gold_members', ...form },
				options: { computedOn: '2026-11-20', ...options },
			});
		const evaluated = () =>
			t.takeRequests().flatMap(({ path, body }) => (path.endsWith('/evaluate') ? [body] : []));

		it('starts a computation, waits for it and returns the size', async () => {
			const { rows, error } = await compute();
			expect(error).toBeUndefined();
			expect(rows).toMatchObject([
				{
					name: 'gold_members',
					users: gold().length,
					last_computation: {
						status: 'SUCCESS',
						base_time: '2026-11-20T00:00:00+08:00',
						started_at: expect.stringMatching(/^2026-11-20T12:0.*\+08:00$/) as string,
					},
				},
			]);
			// One of the night was done for the same moment: it is not taken for the new one.
			expect(waited()).toBe(1000 + 1500 + 2250);
			expect(evaluated()).toEqual([
				{
					entity_name: 'user',
					evaluate_params: [
						{ segment_definition_name: 'user_group_gold_members', base_time: MIDNIGHT },
					],
				},
			]);
		});

		it('returns moments with the offset of the zone, as its list does', async () => {
			const ofGroup = { userGroup: 'gold_members', options: { computedOn: '2026-11-20' } };
			const { rows } = await run('userGroup', 'computeUserGroup', ofGroup);
			const computed = { base_time: '2026-11-20T00:00:00+08:00' };
			const at = expect.stringMatching(/^2026-11-20T12:0\d:\d\d(\.\d+)?\+08:00$/) as string;
			expect(rows).toMatchObject([
				{ last_computation: { ...computed, started_at: at, finished_at: at } },
			]);
			for (const credential of ['key', 'secret']) {
				const listed = await run('userGroup', 'getManyUserGroups', {}, { credential });
				expect(listed.rows[0]).toMatchObject({
					created_at: '2026-01-15T10:00:00+08:00',
					last_computation: computed,
				});
			}
		});

		it.each([403, 500])(
			'that succeeded has its own size if that of the list gets %d',
			async (status) => {
				fault(/item\/list/, { answer: { status, body: { error: 'no' } } });
				const { rows, error } = await compute({}, { computedOn: '2026-11-02' });
				expect(error).toBeUndefined();
				expect(rows).toMatchObject([{ users: gold().length }]);
				expect(evaluated()).toHaveLength(1);
			},
		);

		it('is for a given day, and not for a future one', async () => {
			const { rows } = await compute({}, { computedOn: '2026-11-01' });
			expect(rows).toMatchObject([
				{ last_computation: { base_time: '2026-11-01T00:00:00+08:00' } },
			]);
			t.takeRequests();
			const { error } = await compute({}, { computedOn: '2099-01-01' });
			expect(error?.message).toMatch(
				/The option 'Computation Date' \(2099-01-01\) is in the future: .* Enter an earlier date/,
			);
			expect(paths()).toEqual([]);
		});

		it('is seen at once by the other tools of a model', async () => {
			const ask = async (operation: string) => {
				const form = { userGroup: 'never_computed' };
				const { rows, error } = await run('userGroup', operation, form, { type: TOOL_TYPE });
				return JSON.stringify([rows, error]);
			};
			expect(await ask('getUserGroup')).toContain('"last_computation":null');
			expect(await ask('computeUserGroup')).toContain('"users":0');
			t.takeRequests();
			expect(await ask('getUserGroup')).toContain('"users":0');
			// Names are kept.
			expect(paths()).toEqual([`${SEGMENT}/latest-item/get`]);
			expect(await ask('getMembers')).not.toContain('never computed');
		});

		it('adds members to a group without any', async () => {
			expect((await compute({ userGroup: 'never_computed' })).rows).toMatchObject([{ users: 0 }]);
			const form = { userGroup: 'never_computed' };
			const { rows, error } = await run('userGroup', 'getMembers', form);
			expect([rows, error]).toEqual([[], undefined]);
		});

		it('waits for a running one, and starts no second one', async () => {
			t.world.openapi.tasks = { looks: 4 };
			const late = await compute({}, { longestWait: 0.02 });
			expect(late.error?.message).toMatch(
				/^The computation of 'gold_members' as of 2026-11-19T16:00:00Z didn't finish within 0\.02 minutes \(COMPUTING\) and continues in Sensors Analytics/,
			);
			expect(late.error?.description).toMatch(
				/To check the state of the computation, use User Group → Get\. If you run this node again before the computation finishes, the node waits for it instead of starting another\. To wait longer, increase the option 'Maximum Wait \(Minutes\)'\./,
			);
			expect(evaluated()).toHaveLength(1);
			const again = await compute();
			expect(again.rows).toMatchObject([{ users: gold().length }]);
			expect(evaluated()).toEqual([]);
			expect(hintsOf(again)).toEqual([
				expect.stringMatching(
					/^A computation was already running\. The node waited for this computation instead of starting another\./,
				),
			]);
		});

		it('reports why it failed', async () => {
			t.world.openapi.tasks = { looks: 1, failure: 'Rule is broken' };
			const { error } = await compute();
			expect(error?.message).toMatch(
				/The computation of 'gold_members' as of 2026-11-19T16:00:00Z didn't succeed in Sensors Analytics: Rule is broken$/,
			);
		});

		it('is not repeated when the connection is cut', async () => {
			fault(/evaluate/, { cut: true });
			const { error } = await compute();
			expect(error?.description).toMatch(
				/\. The node didn't send the request again, because the task may have started\. Check for the task in Sensors Analytics before you run the node again\./,
			);
			expect(evaluated()).toHaveLength(1);
		});
	});

	describe('Datasets', () => {
		const measures = (...all: Array<[string, string]>) => ({
			datasetMeasures: { measure: all.map(([column, aggregation]) => ({ column, aggregation })) },
		});
		const by = (...names: string[]) => ({
			datasetColumns: { column: names.map((column) => ({ column })) },
		});
		const query = async (form: IDataObject, options: IDataObject = {}) =>
			await run('dataset', 'queryDataset', { dataset: '1', ...form, options });
		/** Orders of the 30 days before, as the dataset keeps them. */
		const orders = () => t.events('2026-10-21', '2026-11-19', 'PayOrder');
		const amountOf = ({ properties }: ShopEvent) => Number(properties.amount);
		const sum = (events: ShopEvent[]) =>
			events.reduce((total, event) => total + amountOf(event), 0);

		it('are listed, of all groups or of one', async () => {
			const { rows } = await run('dataset', 'getManyDatasets', { returnAll: true });
			expect(rows.map(({ id, group }) => [id, group])).toEqual([
				['1', 'Sales'],
				['3', 'Sales'],
				['2', 'Traffic'],
			]);
			const form = { datasetGroup: 'Traffic' };
			expect((await run('dataset', 'getManyDatasets', form)).rows).toMatchObject([
				{ id: '2', name: '页面浏览明细', type: 'ANALYSIS_MODEL_SEGMENTATION', is_paused: false },
			]);
		});

		it('list their columns, also in the lists of the form', async () => {
			const { rows } = await run('dataset', 'getDataset', { dataset: '1' });
			expect(rows).toMatchObject([{ id: '1', storage: 'TABLE', status: 'SUCCESS' }]);
			const columns = rows[0]?.columns as IDataObject[];
			expect(columns.find(({ name }) => name === 'average_amount')).toEqual({
				...{ name: 'average_amount', display_name: '平均订单金额', kind: 'number' },
				...{ can_group: false, can_be_measured: true, is_calculated: true },
			});
			const list = async (method: string, form = {}) => {
				const inForm = { resource: 'dataset', operation: 'queryDataset', ...form };
				const choices = await t.engine.listChoices(method, inForm, { credential: 'key' });
				return choices.map(({ name }) => name);
			};
			expect(await list('searchDatasets')).toContain('每日订单 (1)');
			expect(await list('searchDatasetGroups')).toEqual(['(All)', 'Sales', 'Traffic']);
			expect(await list('searchDatasetDimensions', { dataset: '1' })).toEqual([
				...['日期 (date) · date', '城市 (city) · text', '商品类别 (category) · text'],
				...['使用优惠券 (coupon) · yes or no', '商品数量 (item_count) · number'],
			]);
			expect(await list('searchDatasetMeasures', { dataset: '1' })).toContain(
				'订单金额 (amount) · number',
			);
			expect(await list('searchDatasetMeasures')).toEqual([]);
			await expect(t.engine.listChoices('searchDatasets', {})).rejects.toThrow(
				/Datasets aren't available with the 'Authentication' of the credential, because the API doesn't offer them\. Use a credential with API Key \(OpenAPI\)/,
			);
		});

		it('return measures by columns', async () => {
			const { rows, error } = await query({
				...measures(['amount', 'SUM'], ['user_id', 'UNIQ_COUNT'], ['average_amount', 'own']),
				...by('city', 'coupon'),
			});
			expect(error).toBeUndefined();
			const groups = new Map<string, ShopEvent[]>();
			for (const order of orders()) {
				const key = JSON.stringify([order.properties.city, order.properties.coupon]);
				groups.set(key, [...(groups.get(key) ?? []), order]);
			}
			expect(rows).toHaveLength(groups.size);
			for (const { city, coupon, amount, user_id: users, average_amount: average } of rows) {
				const own = groups.get(JSON.stringify([city, coupon])) ?? [];
				expect(amount).toBeCloseTo(sum(own));
				expect(users).toBe(new Set(own.map(({ user }) => user.id)).size);
				expect(average).toBeCloseTo(sum(own) / own.length);
			}
			expect(rows.map(({ coupon }) => typeof coupon)).toContain('boolean');
		});

		it('return one filtered row without grouping', async () => {
			const { rows } = await query({
				...measures(['amount', 'MAX'], ['item_count', 'AVG']),
				datasetFilter: {
					condition: [
						{ field: 'city', function: 'equal', values: 'Beijing' },
						{ field: 'amount', function: 'greater', values: '200' },
						{ field: 'coupon', function: 'isFalse' },
					],
				},
				filterJoin: 'and',
			});
			const own = orders().filter(
				(event) =>
					event.properties.city === 'Beijing' &&
					amountOf(event) > 200 &&
					event.properties.coupon === false,
			);
			const items = own.map(({ properties }) => Number(properties.item_count));
			expect(rows).toHaveLength(1);
			expect(rows[0]?.amount).toBe(Math.max(...own.map(amountOf)));
			expect(rows[0]?.item_count).toBeCloseTo(
				items.reduce((total, one) => total + one, 0) / items.length,
			);
		});

		it('come in pages, in the requested order', async () => {
			const form = { ...measures(['amount', 'COUNT']), ...by('date', 'city') };
			const options = { rowsPerRequest: 50, orderByColumn: 'amount' };
			const { rows } = await query(form, options);
			const pairs = orders().map(({ time, properties }) =>
				JSON.stringify([time.slice(0, 10), properties.city]),
			);
			expect(rows).toHaveLength(new Set(pairs).size);
			const counts = rows.map(({ amount }) => Number(amount));
			expect(counts).toEqual([...counts].sort((a, b) => b - a));
			const requests = t.takeRequests();
			expect(requests).toHaveLength(Math.ceil(rows.length / 50));
			expect(requests[1]?.body).toMatchObject({
				...{ dataset_id: 1, description: 'n8n', page_index: 2, page_size: 50 },
				sorts: [
					{ sort_method: 'DESC', sort_column_name: 'amount' },
					{ sort_method: 'ASC', sort_column_name: 'date' },
					{ sort_method: 'ASC', sort_column_name: 'city' },
				],
			});
			const cut = await query({ ...form, returnAll: false, limit: 3 }, options);
			expect(cut.rows).toEqual(rows.slice(0, 3));
		});

		it('of details are requested by dates', async () => {
			const form = {
				dataset: '2',
				...measures(['views', 'own'], ['visitors', 'own']),
				...by('page'),
			};
			expect((await query(form)).error?.message).toMatch(
				/the first day of 'Date Range': is missing/,
			);
			const dates = { dateRange: 'custom', fromDate: '2026-11-01', toDate: '2026-11-02' };
			const { rows } = await query({ ...form, datasetDates: 'range', ...dates });
			const views = t.events('2026-11-01', '2026-11-02', '$pageview');
			expect(rows.length).toBeGreaterThan(3);
			for (const { page, views: count, visitors } of rows) {
				const own = views.filter(({ properties }) => properties.page === page);
				expect([count, visitors]).toEqual([
					own.length,
					new Set(own.map(({ user }) => user.id)).size,
				]);
			}
			// The service would ignore the dates.
			const table = { ...measures(['amount', 'SUM']), ...by('date') };
			t.takeRequests();
			const refused = await query({ ...table, datasetDates: 'range', ...dates });
			expect(refused.error?.message).toMatch(
				/^'Dates' is A Date Range, but dataset 1 is of type Table, which has no dates\. Set 'Dates' to All Dates/,
			);
			expect(t.takeRequests().map(({ path }) => path)).toEqual([`${DATASET}/detail`]);
		});

		it.each([
			[
				'no dataset',
				{ dataset: '={{ "" }}', ...measures(['amount', 'SUM']) },
				/^'Dataset' is empty/,
			],
			['no measure', { datasetMeasures: {} }, /^'Measures' is empty/],
			[
				'another ID',
				{ dataset: 'x', ...measures(['amount', 'SUM']) },
				/^'x' isn't a valid ID of a dataset\. Enter a whole number/,
			],
			[
				'a column twice',
				measures(['amount', 'SUM'], ['amount', 'AVG']),
				/^'Column' 'amount' occurs twice in 'Measures' and 'Group By', which the response can't distinguish\. Query one of the two in another node/,
			],
			[
				'dates in a filter',
				{
					...measures(['amount', 'SUM']),
					datasetFilter: {
						condition: [
							{ field: 'date', function: 'absoluteBetween', values: '2026-11-01, 2026-11-02' },
						],
					},
				},
				/^'Operator' of condition 1 of 'Filter' compares dates/,
			],
		])('are not requested with %s', async (_case, form, words) => {
			const { error } = await query({ ...form });
			expect(error?.message).toMatch(words);
			expect(paths()).toEqual([]);
		});

		it('are refreshed, and have newer data then', async () => {
			const count = async () =>
				(await query(measures(['amount', 'COUNT']))).rows.map(({ amount }) => amount)[0];
			await count();
			t.world.clock.advance(24 * 3600_000);
			const days = (from: string, to: string) => t.events(from, to, 'PayOrder').length;
			expect(await count()).toBe(days('2026-10-21', '2026-11-19'));
			const { rows, error } = await run('dataset', 'refreshDataset', { dataset: '1' });
			expect(error).toBeUndefined();
			expect(rows).toEqual([
				{
					dataset_id: '1',
					task_id: expect.stringMatching(/^\d+$/) as string,
					status: 'SUCCESS',
					started_at: expect.stringMatching(/^2026-11-21T12:0\d:\d\d\+08:00$/) as string,
					ended_at: expect.stringMatching(/^2026-11-21T12:0\d:\d\d\+08:00$/) as string,
					seconds: expect.any(Number) as number,
				},
			]);
			expect(waited()).toBe(1000 + 1500);
			expect(await count()).toBe(days('2026-10-22', '2026-11-20'));
			const again = await run('dataset', 'refreshDataset', { dataset: '1' });
			const at = expect.stringMatching(/^2026-11-21T12:0\d:\d\d\+08:00$/) as string;
			expect(again.rows).toMatchObject([{ started_at: at, ended_at: at }]);
			const reported = await run('dataset', 'getDataset', { dataset: '1' });
			expect(reported.rows).toMatchObject([{ refreshed_at: at }]);
		});

		it('are refreshed in part, or fail with a reason, or later', async () => {
			const refresh = async (form: IDataObject, options: IDataObject = {}) =>
				await run('dataset', 'refreshDataset', { dataset: '1', ...form, options });
			const dates = { dateRange: 'custom', fromDate: '2026-11-01', toDate: '2026-11-02' };
			expect((await refresh({ refreshMode: 'range', ...dates })).rows).toHaveLength(1);
			expect(t.takeRequests()[0]).toMatchObject({
				path: `${DATASET}/refresh`,
				body: {
					...{ dataset_id: 1, sync_type: 'INCREMENTAL' },
					refresh_from_date: '2026-11-01 00:00:00',
					refresh_to_date: '2026-11-02 23:59:59',
				},
			});
			expect((await refresh({ dataset: '3' })).error?.message).toMatch(/can not be refreshed/);
			t.world.openapi.tasks = { looks: 3, failure: 'Source table is gone' };
			expect((await refresh({})).error?.message).toMatch(
				/^Refresh 4 didn't succeed in Sensors Analytics: Source table is gone$/,
			);
			t.world.openapi.tasks = { looks: 5 };
			const late = await refresh({}, { longestWait: 0.01 });
			const [, id = ''] = /'Task ID' set to (\d+)/.exec(late.error?.description ?? '') ?? [];
			t.takeRequests();
			expect((await refresh({}, { taskId: id })).rows).toMatchObject([{ task_id: id }]);
			expect(new Set(paths())).toEqual(new Set([`${DATASET}/sync_task_detail`]));
			fault(/refresh$/, { cut: true });
			expect((await refresh({})).error?.description).toMatch(
				/In the credential, check the host and port in 'Base URL'\. Also check that n8n can reach the host \(network, firewall, proxy\)\. If the port uses HTTPS, change 'Base URL' to https:\/\/127\.0\.0\.1:\d+\. The node didn't send the request again, because the task may have started\. Check for the task in Sensors Analytics before you run the node again\./,
			);
			expect(paths()).toEqual([`${DATASET}/refresh`]);
		});
	});

	it.each(['secret', 'user', 'account'])('needs a key, and says so (%s)', async (credential) => {
		const form = { userGroup: 'gold_members', dataset: '1' };
		const datasetMeasures = { measure: [{ column: 'amount', aggregation: 'SUM' }] };
		for (const [resource, operation, more] of [
			['userGroup', 'getMembers', {}],
			['userGroup', 'computeUserGroup', {}],
			['dataset', 'getDataset', {}],
			['dataset', 'getManyDatasets', {}],
			['dataset', 'queryDataset', { datasetMeasures }],
			['dataset', 'refreshDataset', {}],
		] as const) {
			const { error } = await run(resource, operation, { ...form, ...more }, { credential });
			expect(error?.message).toMatch(
				/aren't available with the 'Authentication' of the credential, because the API doesn't offer them\. Use a credential with API Key \(OpenAPI\)/,
			);
		}
		expect(paths()).toEqual([]);
	});
});
