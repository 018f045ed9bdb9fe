import { distribution } from '../../../../../../nodes/SensorsAnalytics/wire/legacy/reports/distribution';
import { funnel } from '../../../../../../nodes/SensorsAnalytics/wire/legacy/reports/funnel';
import { retention } from '../../../../../../nodes/SensorsAnalytics/wire/legacy/reports/retention';
import { userProperties } from '../../../../../../nodes/SensorsAnalytics/wire/legacy/reports/userProperties';
import { read } from '../../../../../support/modelAnswer.mts';

describe('answers of a model', () => {
	it.each([
		['funnel', funnel, { table_data: {} }],
		['funnel', funnel, { funnel_detail: [{ steps: [{ event_name: 'A' }] }] }],
		['retention', retention, { rows: [{ by_value: 'x', total_people: 1 }] }],
		['retention', retention, { data: [] }],
		['distribution', distribution, { rows: [{ cells: [{ people: 1 }] }] }],
		['userProperties', userProperties, { detail_rows: [] }],
	])('of no known shape are not read: %s %#', (_name, model, answer) => {
		expect(() => read(model, answer)).toThrow(/form that this node does not know/);
	});
});
