/** Text of docs/bounds.md: the minimum and maximum of every number in the form. */
import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';

import { MAX_DEPTH } from '../../credentials/http/json';
import { LONGEST_SECRET } from '../../credentials/ways/way';
import {
	LONGEST_NAME,
	MOST_ENTRIES,
	MOST_GROUPS,
	MOST_POINTS,
} from '../../nodes/SensorsAnalytics/params/bounds';
import { SensorsAnalytics } from '../../nodes/SensorsAnalytics/SensorsAnalytics.node';
import { SensorsAnalyticsTrigger } from '../../nodes/SensorsAnalyticsTrigger/SensorsAnalyticsTrigger.node';
import {
	LONGEST_TEXT,
	MOST_CHARACTERS,
	MOST_KEYS,
	MOST_PARTS,
	MOST_VALUES,
} from '../../nodes/SensorsAnalytics/query/json';
import { MOST_PLACES } from '../../nodes/SensorsAnalytics/table/table';

/** Lines of a table, each once: several operations have the same field. */
function linesOf(fields: readonly INodeProperties[]): Set<string> {
	const lines = fields.flatMap((field): string[] => {
		const inner = (field.options ?? []) as Array<INodeProperties | INodePropertyCollection>;
		const deeper = inner.flatMap((one) =>
			'values' in one ? [...linesOf(one.values)] : 'type' in one ? [...linesOf([one])] : [],
		);
		if (field.type !== 'number') return deeper;
		const { minValue, maxValue } = field.typeOptions ?? {};
		return [...deeper, `| ${field.displayName} | ${written(minValue)} | ${written(maxValue)} |`];
	});
	return new Set(lines.sort());
}

function written(bound: number | undefined): string {
	return bound === undefined ? 'any number' : bound.toLocaleString('en-US');
}

/** @returns Markdown */
export function writeBounds(): string {
	const table = (node: { description: { properties: INodeProperties[] } }) => [
		'| Field | Minimum | Maximum |',
		'| --- | --- | --- |',
		...linesOf(node.description.properties),
	];
	return [
		'# Bounds of numbers',
		'',
		'This page lists the minimum and maximum of every number in the form. The editor shows them, and the node rejects an expression with a number outside of them. For other bounds, see [SECURITY.md](../SECURITY.md).',
		'',
		'## Points in time',
		'',
		`A report requests up to ${MOST_POINTS.toLocaleString('en-US')} points in time at once: the number of hours, days, weeks, or months in 'Date Range', together with those of 'Compare With'. In retention and lifetime value reports, each start counts once for each period and for the start itself. The usual range's own dates have the same bound. With the option 'Split Range (Days)', the bound applies to one part of the date range.`,
		'',
		'## Lists',
		'',
		`A list in a query has up to ${MOST_ENTRIES} entries: measures, steps, events, conditions, bucket boundaries, or SQL parameters. So has 'Mention' of a message. 'Group By' of a report and 'Dimensions' have up to ${MOST_GROUPS}. This also applies to queries as JSON, and, except for conditions, to pasted and saved queries. All conditions of a filter, or of a query as JSON that isn't saved, together have up to ${written(MOST_VALUES)} values with ${written(MOST_CHARACTERS)} characters. An object in such a query has up to ${MOST_KEYS} keys, and the query has up to ${MOST_PARTS.toLocaleString('en-US')} lists and objects, in up to ${MAX_DEPTH} levels. This also applies to 'Filter JSON'. A saved query has up to ${LONGEST_TEXT.toLocaleString('en-US')} characters. The node doesn't search the lists of the project for a name of more than ${LONGEST_NAME} characters.`,
		'',
		'## Secrets',
		'',
		`'API Secret', 'Password', 'User Name', and 'Account Name' have up to ${LONGEST_SECRET} characters. An OpenAPI key has 35.`,
		'',
		'## Pasted queries',
		'',
		"In 'Report URL or JSON', `limit` is a whole number from 1 to 10,000,000, or -1 for no limit, and `sampling_factor` is a whole number from 1 to 64.",
		'',
		'## Groups',
		'',
		`An event or session report has up to ${written(MOST_PLACES)} numbers, counted as groups times dates or times, also for dates that a group doesn't have, and before 'Top Groups' leaves any out. This applies if a group can lack a date: to the OpenAPI, and to a date range in several requests. 'Maximum Report Rows' counts the groups of all requests, and those of the dates in 'Compare With'.`,
		'',
		"A report repeats the names of its groups in its rows. All names together have up to 1,000 characters for each row in 'Maximum Report Rows', or 250 million if this option is less than 250,000. To make a report smaller, choose a longer unit, or filter out long names. With 'Output' Wide, an item has up to 1,000,000 fields for groups, and all items up to 3,000,000 fields that are empty because other dates have these groups.",
		'',
		'## Messages',
		'',
		"The table of a message has up to 100,000 cells, whatever 'Maximum Rows' is: with 200 columns, 500 rows. A line below the rows states how many more rows exist.",
		'',
		'## Sensors Analytics',
		'',
		...table(new SensorsAnalytics()),
		'',
		'## Sensors Analytics Trigger',
		'',
		...table(new SensorsAnalyticsTrigger()),
		'',
	].join('\n');
}
