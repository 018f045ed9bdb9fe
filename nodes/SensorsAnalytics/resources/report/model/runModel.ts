import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { readLimit } from '../../../form/listFields';
import { readMessageOptions } from '../../../form/message';
import { readRange, readTimeZone, standingDates } from '../../../form/range';
import type { ReadField } from '../../../form/reading';
import { readOutputForm, readReportOptions } from '../../../form/reportOptions';
import { addHint, addHints } from '../../../output/hints';
import { toItems } from '../../../output/items';
import { toItemJson, toRawObjects } from '../../../output/raw';
import { assertTableFits } from '../../../output/rowGuard';
import type { SavedRange } from '../../../dates/rangeText';
import type { Table } from '../../../table/table';
import { isObject, type JsonObject } from '../../../wire/legacy/json';
import { UnknownForm } from '../../../wire/legacy/unknownForm';
import { withRequestParts } from '../../../wire/legacy/writeEventReport';
import type { WireModel } from '../../../wire/legacy/models/model';
import type { ItemRun } from '../../operation';
import { isMessage, present, rowUse } from '../present';
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
	const isSplit = readSplit(field('splitByDate'), wire, given.body);
	const asking = wire.withSplit?.(given.body, isSplit) ?? given.body;
	const body = withRequestParts(asking, range, options.computation, false);

	const request = { path: wire.path, body };
	if (options.isPreview) {
		const requests = [{ method: 'POST', path: wire.path, body: toItemJson(body) }];
		return toItems([{ requests }], itemIndex);
	}
	const answer = await service.call(itemIndex, request);
	if (output === 'raw') return toItems(toRawObjects(answer), itemIndex);
	const table = readAnswer(wire, answer, body, isSplit);
	if (table instanceof Error) {
		// What is not understood must not reach a chat.
		if (isMessage(output) || !(table instanceof UnknownForm)) throw table;
		context.addExecutionHints({
			message: `${table.message}. It is returned as it came. Please report it with the version of your Sensors Analytics.`,
			location: 'outputPane',
		});
		return toItems(toRawObjects(answer), itemIndex);
	}
	const limit = readLimit(field);
	assertTableFits(table, rowUse(output, options, limit));
	addHints(context, table);
	const asked = { range, timeZone, requestedAt: now.toISOString() };
	const objects = await present(table, output, { ...options, limit }, asked, message);
	return toItems(objects, itemIndex);
}

function readAnswer(
	wire: WireModel,
	answer: unknown,
	body: JsonObject,
	isSplit: boolean,
): Table | Error {
	try {
		if (!isObject(answer)) throw new UnknownForm('no object');
		return wire.read(answer, body, isSplit);
	} catch (error) {
		return error as Error;
	}
}

/** What the form says; a saved query, whose form does not ask, says it itself. */
function readSplit(field: unknown, wire: WireModel, body: JsonObject): boolean {
	return typeof field === 'boolean' ? field : (wire.isSplit?.(body) ?? false);
}
