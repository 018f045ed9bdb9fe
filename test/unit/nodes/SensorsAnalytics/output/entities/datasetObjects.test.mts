import {
	toDatasetDetails,
	toDatasetObject,
	toRefreshObject,
	toRowObject,
} from '../../../../../../nodes/SensorsAnalytics/output/entities';
import { timesIn } from '../../../../../../nodes/SensorsAnalytics/dates/calendar';

describe('datasets as items', () => {
	const time = timesIn('Asia/Shanghai');

	it('have all keys, also for unknown values', () => {
		expect(toDatasetObject({ id: '1', name: 'Orders' })).toEqual({
			...{ id: '1', name: 'Orders', group: null, type: null, is_paused: null },
		});
		const column = { name: 'n', displayName: 'N', isDimension: true, isMeasure: false };
		const columns = [{ ...column, isCalculated: false }];
		expect(toDatasetDetails({ id: '1', name: 'Orders', columns }, time)).toEqual({
			...{ id: '1', name: 'Orders', type: null, storage: null, status: null },
			...{ refreshed_at: null, refresh_mode: null, schedule: null, unit: null },
			columns: [
				{
					...{ name: 'n', display_name: 'N', kind: null },
					...{ can_group: true, can_be_measured: false, is_calculated: false },
				},
			],
		});
		expect(toRefreshObject('1', '7', { phase: 'done', status: 'SUCCESS' }, time)).toEqual({
			...{ dataset_id: '1', task_id: '7', status: 'SUCCESS' },
			...{ started_at: null, ended_at: null, seconds: null },
		});
	});

	it('have rows whose keys an object can hold', () => {
		const row = JSON.parse('{"a": 1, "constructor": 2}') as Record<string, unknown>;
		expect(toRowObject(row)).toEqual({ a: 1, 'constructor (2)': 2 });
	});
});
