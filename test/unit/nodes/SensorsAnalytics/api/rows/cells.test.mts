import type { ReportModelName } from '../../../../../../nodes/SensorsAnalytics/query/query';
import { read } from '../../../../../support/modelAnswer.mts';

describe('answers of a model', () => {
	it.each<[ReportModelName, object]>([
		['funnel', { table_data: {} }],
		['funnel', { funnel_detail: [{ steps: [{ event_name: 'A' }] }] }],
		['retention', { rows: [{ by_value: 'x', total_people: 1 }] }],
		['retention', { data: [] }],
		['distribution', { rows: [{ cells: [{ people: 1 }] }] }],
		['userProperties', { detail_rows: [] }],
	])('of no known shape are not read: %s %#', (model, answer) => {
		expect(() => read(model, answer)).toThrow(/The report has an unexpected structure:/);
	});
});
