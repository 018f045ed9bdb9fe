import { reportResource } from '../../../../../../nodes/SensorsAnalytics/actions/report';
import {
	eventField,
	eventFieldsIn,
	propertyField,
} from '../../../../../../nodes/SensorsAnalytics/params/property';

describe('fields in which events are picked', () => {
	it('are single or in rows; properties are not among them', () => {
		const fields = [
			eventField('Event', 'a'),
			eventField('Event of Another Form', 'a'),
			propertyField('b'),
			{
				displayName: 'Steps',
				name: 'steps',
				type: 'fixedCollection' as const,
				default: {},
				options: [
					{
						displayName: 'Step',
						name: 'step',
						values: [eventField('E', 'x'), propertyField('y')],
					},
				],
			},
		];
		expect(eventFieldsIn(fields)).toEqual({
			alone: ['a'],
			inRows: [{ list: 'steps', row: 'step', field: 'x' }],
		});
	});

	it('are found for every report with events', () => {
		const without = reportResource.operations.filter(({ fields }) => {
			const { alone, inRows } = eventFieldsIn(fields);
			return alone.length + inRows.length === 0;
		});
		expect(without.map(({ option }) => option.name)).toEqual(['Get User Property Report']);
	});
});
