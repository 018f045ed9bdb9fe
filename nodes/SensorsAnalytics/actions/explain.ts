import { part } from '../../../credentials/part';
import type { Operation } from '../item';
import {
	explainDateDetails,
	explainDefinition,
	explainModeFields,
	explainOutputFields,
	explainParams,
} from '../params/explain';
import { optionField } from '../params/options';
import { definitionFields } from '../params/queryMode';
import { shareFields } from '../params/show';

/** Where a change of a number lies (docs/explain-change.md). */
export const explainChange: Operation = {
	option: {
		name: 'Explain Change',
		value: 'explainChange',
		action: 'Explain change',
		description:
			'Find the groups in which a number changed, such as the city in which orders fell, and compare them with the rest',
	},
	fields: [
		...explainModeFields,
		...shareFields([
			{
				shownWith: { queryMode: 'fields' },
				fields: explainParams.flatMap((param) => param.fields),
			},
			{ shownWith: { queryMode: 'json' }, fields: explainDateDetails },
			{ shownWith: { queryMode: 'definition' }, fields: definitionFields(explainDefinition) },
		]),
		...explainOutputFields,
	],
	options: [
		'approximate',
		'displayNames',
		'filterJoin',
		'filterJson',
		'previewRequest',
		'requestId',
		'samplingFactor',
		'timeZone',
		'useCache',
	].flatMap(optionField),
	async execute(run) {
		const { runExplain } = await part(async () => await import('../reports/explain/run'));
		return await runExplain(run, new Date());
	},
};
