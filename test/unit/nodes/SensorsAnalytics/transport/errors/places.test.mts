import { withLabel } from '../../../../../../nodes/SensorsAnalytics/transport/errors';

const FORM = { parameters: {} };

describe('withLabel: places in the request, by the labels of the form', () => {
	it.each([
		["'Event Name' of measure 1", 'measures.0.event_name'],
		["'Aggregator' of measure 2", 'measures.1.aggregator'],
		["'Property' of measure 2", 'measures.1.field'],
		["'Formula' of measure 1", 'measures.0.expression'],
		["'Output Name' of measure 1", 'measures.0.name'],
		['measure 1', 'measures.0'],
		['measure 3', 'measures.2.something'],
		["'Property' of condition 2 of measure 1", 'measures.0.filter.conditions.1.field'],
		["'Operator' of condition 1 of measure 11", 'measures.10.filter.conditions.0.function'],
		["'Property' of group 2", 'by_fields.1'],
		["'Operator' of condition 1 of 'Filter'", 'filter.conditions.0.function'],
		["'Value' of condition 3 of 'Filter'", 'filter.conditions.2.params'],
		["condition 1 of 'Filter'", 'filter.conditions.0'],
		["'Value' of condition 1 of condition group 2", 'filter.filters.1.conditions.0.params'],
		["'Event Name' of step 2", 'funnel.steps.1.event_name'],
		['step 1', 'funnel.steps.0'],
		["'Property' of condition 1 of step 3", 'funnel.steps.2.filter.conditions.0.field'],
		["'Initial Event'", 'first_event.event_name'],
		["'Return Event'", 'second_event.filter'],
		["'Unit'", 'unit'],
		["the first day of 'Date Range'", 'from_date'],
		["the last day of 'Date Range'", 'to_date'],
		["'Buckets (Numbers Only)'", 'bucket_params'],
		["'Group By'", 'by_field'],
		["the option 'Group Limit'", 'limit'],
		["the option 'Sampling Factor'", 'sampling_factor'],
		["'Number of Periods'", 'duration'],
		["'Buckets'", 'result_bucket_param'],
		["'Distribution Of'", 'measure_type'],
	])('%s: %s', (label, path) => {
		expect(withLabel(`${path}: is wrong`, FORM)).toBe(`${label}: is wrong`);
	});

	it.each([
		'the event is unknown',
		'constructor: is wrong',
		'somewhere: is wrong',
		'measures: is wrong',
		'measures.first.field: is wrong',
		'measures.0.filter.conditions: is wrong',
		'by_fields.x: is wrong',
		'filter: is wrong',
		'filter.relation: is wrong',
		'filter.others.0.field: is wrong',
		'filter.conditions.x.field: is wrong',
		'funnel.steps: is wrong',
		'funnel.steps.x.event_name: is wrong',
		'funnel.max_convert_time: is wrong',
		'unit.name: is wrong',
		'A note of unit: is wrong',
		'unit:is wrong',
		'unit is wrong',
		'Unit: is wrong',
		'limit..x: is wrong',
	])('no place of the form stays: %s', (said) => {
		expect(withLabel(said, FORM)).toBe(said);
	});

	it('each statement on its own', () => {
		expect(withLabel('unit: no; other; limit: too large: 5', FORM)).toBe(
			"'Unit': no; other; the option 'Group Limit': too large: 5",
		);
	});

	it.each([
		[{ queryMode: 'fields' }, "'Unit': is wrong"],
		[{ queryMode: 'json' }, 'unit: is wrong'],
		[{ queryMode: 'definition' }, 'unit: is wrong'],
		[{ operation: 'runSavedReport' }, 'unit: is wrong'],
	])('no form, no labels: %j', (parameters, reported) => {
		expect(withLabel('unit: is wrong', { parameters })).toBe(reported);
	});
});
