import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { readLimit } from '../../../form/listFields';
import { readMessageOptions } from '../../../form/message';
import { readRange, readTimeZone, standingDates } from '../../../form/range';
import type { ReadField } from '../../../form/reading';
import { readOutputForm, readReportOptions } from '../../../form/reportOptions';
import { addHint, addHints } from '../../../output/hints';
import { toItems } from '../../../output/items';
import { toRawObjects } from '../../../output/raw';
import type { SavedRange } from '../../../dates/rangeText';
import { totalsOnly } from '../../../table/totalsOnly';
import { isObject, type JsonObject } from '../../../wire/legacy/json';
import { withRequestParts } from '../../../wire/legacy/writeEventReport';
import type { ItemRun } from '../../operation';
import { present } from '../present';
import type { ReportModel } from './model';

/** A query of a model, before dates and options. */
export interface GivenModelQuery {
	body: JsonObject;
	/** The dates in it, if it was pasted or saved. */
	range?: SavedRange;
}

/** Asks for the report with the dates and options of the form, and gives it in the form chosen. */
export async function runModel(
	run: ItemRun,
	model: ReportModel,
	given: GivenModelQuery,
): Promise<INodeExecutionData[]> {
	const { context, service, itemIndex } = run;
	const now = new Date();
	const field: ReadField = (name) => context.getNodeParameter(name, itemIndex, '');
	const collection = context.getNodeParameter('options', itemIndex, {}) as IDataObject;
	const options = readReportOptions(collection);
	const timeZone = readTimeZone(collection.timeZone, context.getTimezone());
	const output = readOutputForm(field('output'));
	const message = readMessageOptions(field);
	if (output === 'summary') {
		throw new UserError("The 'Output' Summary is for event analyses only. Choose Rows or Table");
	}
	const { wire } = model;
	const range = wire.hasDates ? readRange(field, timeZone, now, given.range) : undefined;
	addHint(context, range && standingDates(field, range, given.range));
	const body = withRequestParts(given.body, range, options.computation, false);

	const request = { path: wire.path, body };
	if (options.isPreview) {
		return toItems([{ requests: [{ method: 'POST', ...request }] } as IDataObject], itemIndex);
	}
	const answer = await service.call(itemIndex, request);
	const read = output !== 'raw' && isObject(answer) ? wire.read(answer, body) : undefined;
	if (read === undefined) {
		if (output !== 'raw') {
			context.addExecutionHints({
				message:
					'The report has a form that this node does not know: it is returned as it came. Please report it with the version of your Sensors Analytics.',
				location: 'outputPane',
			});
		}
		return toItems(toRawObjects(answer), itemIndex);
	}
	const isWhole = model.hasSplit && field('splitByDate') !== true;
	const table =
		isWhole && read.columns.some(({ role }) => role === 'date') ? totalsOnly(read) : read;
	addHints(context, table);
	const asked = { range, timeZone, requestedAt: now.toISOString() };
	const objects = present(table, output, options, asked, message);
	return toItems(objects.slice(0, readLimit(field)), itemIndex);
}
