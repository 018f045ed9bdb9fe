import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { ReadPlatformFilter } from '../../../form/eventQuery';
import type { ReadField } from '../../../form/reading';
import type { ReportModelName } from '../../../query/catalog';
import type { JsonObject } from '../../../wire/legacy/json';
import type { WireModel } from '../../../wire/legacy/models/model';

/** A report beside the event report: its entry in the list, its form, and its wire. */
export interface ReportModel {
	name: ReportModelName;
	option: INodePropertyOptions;
	fields: INodeProperties[];
	/** Whether the form asks for one row per date, beside those for the whole range. */
	hasSplit: boolean;
	/** Part of the address by which its request is found in the browser's network panel. */
	panelPath: string;
	/**
	 * The body for what is filled in, without dates.
	 * @throws UserError that names the field
	 */
	bodyOf(field: ReadField, readFilter: ReadPlatformFilter): JsonObject;
	wire: WireModel;
}
