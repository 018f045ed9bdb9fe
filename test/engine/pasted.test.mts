/** What people and models read about parts of pasted queries that no form has. */
import type { IDataObject } from 'n8n-workflow';

import { sharedWorld } from '../support/world.mts';
import { withoutWaits } from '../support/waits.mts';

beforeAll(() => void withoutWaits());

const DATES = { from_date: '2026-11-02', to_date: '2026-11-05' };

describe('A pasted query', () => {
	const t = sharedWorld();

	const run = async (
		operation: string,
		payload: object,
		form: IDataObject,
		credential = 'key',
	): Promise<IDataObject[]> => {
		const pasted = { queryMode: 'json', queryJson: JSON.stringify({ ...DATES, ...payload }) };
		const { rows, error } = await t.operation(
			'report',
			operation,
			{ ...pasted, dateRange: 'asPasted', compareWith: 'none', ...form },
			{ credential },
		);
		expect(error).toBeUndefined();
		return rows;
	};

	describe('on users who did not return', () => {
		const payload = {
			...{ first_event: { event_name: '$pageview' }, second_event: { event_name: 'PayOrder' } },
			...{ unit: 'DAY', duration: 2, is_wastage: true },
		};

		it.each(['key', 'secret'])('says so in rows and to models (%s)', async (credential) => {
			const query = credential === 'key' ? payload : { ...payload, unit: 'day' };
			const rowsOf = async (output: string) =>
				await run('getRetentionReport', query, { output }, credential);
			const [row] = await rowsOf('rows');
			expect(Object.keys(row ?? {})).toEqual([
				...['date', 'period', 'initial_users', 'churned_users', 'churned_percent'],
			]);
			const [answer] = await rowsOf('agent');
			expect(answer?.columns).toEqual(Object.keys(row ?? {}));
			expect(answer?.units).toMatchObject({ churned_users: 'users', churned_percent: '%' });
			expect(answer?.all_starts).toMatchObject({
				columns: ['period', 'starts', 'churned_percent'],
			});
		});
	});
});
