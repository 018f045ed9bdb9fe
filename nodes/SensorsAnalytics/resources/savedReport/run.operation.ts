import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { modelOptionFields, outputFields, reportOptionFields } from '../../form/outputFields';
import { settingsFields } from '../../form/settingsFields';
import { pickField } from '../../form/pickField';
import { AS_PASTED } from '../../form/range';
import { rangeFields } from '../../form/rangeFields';
import { textOf } from '../../form/reading';
import { readSavedReport, savedReportRequest } from '../../wire/legacy/catalog/dashboards';
import { readPastedModel } from '../../wire/legacy/models/pastedModel';
import { readPastedEventReport } from '../../wire/legacy/pastedEventReport';
import type { Operation } from '../operation';
import { planReport } from '../report/event/plan';
import { runEventReport } from '../report/event/runEventReport';
import { reportModels } from '../report/model/models';
import { runModel } from '../report/model/runModel';
import { dashboardField } from './fields';

/**
 * The query of `GET /api/bookmarks/bookmark/{id}` (field notes 11.8), asked again with other
 * dates: there is no operation of the service for that.
 */
export const runSavedReport: Operation = {
	option: {
		name: 'Run',
		value: 'runSavedReport',
		action: 'Run a saved report',
		description: 'Run the query of a chart that is saved in Sensors Analytics, with new dates',
	},
	fields: [
		dashboardField,
		pickField({
			displayName: 'Saved Report',
			name: 'savedReport',
			list: 'searchSavedReports',
			placeholder: 'e.g. 101',
			typed: { displayName: 'By ID', name: 'id' },
			required: true,
			description: 'The ID stands in the address of the report in the web interface',
		}),
		...rangeFields(true),
		...outputFields,
	],
	options: reportOptionFields,
	async execute(run) {
		const { context, service, itemIndex } = run;
		const id = textOf(context.getNodeParameter('savedReport', itemIndex, ''));
		if (id === '') throw new UserError("'Saved Report' is empty. Choose one, or enter its ID");
		const saved = readSavedReport(await service.callOnce(itemIndex, savedReportRequest(id)));
		if (saved.model === undefined) {
			throw new UserError(
				`The saved report '${saved.name}' is of the kind '${saved.modelName}', which can't be run. Kinds that can: event analysis, funnel, retention, distribution, user properties`,
			);
		}
		if (saved.model === 'event') {
			const query = readPastedEventReport(saved.query);
			return await runEventReport(run, planReport(context, itemIndex, new Date(), query));
		}
		assertNoEventParts(context, itemIndex);
		return await runModel(run, reportModels[saved.model], readPastedModel(saved.query));
	},
};

/** What only event analyses have is refused for others, rather than left out in silence. */
function assertNoEventParts(context: IExecuteFunctions, itemIndex: number): void {
	const comparison = textOf(context.getNodeParameter('compareWith', itemIndex, ''));
	if (!['', 'none', AS_PASTED].includes(comparison)) {
		throw new UserError(
			"'Compare With' is for event analyses only. Set it to Nothing, or run the report twice",
		);
	}
	const options = context.getNodeParameter('options', itemIndex, {}) as IDataObject;
	const shared = [...modelOptionFields, ...settingsFields].map(({ name }) => name);
	const own = reportOptionFields.find(({ name }) => name in options && !shared.includes(name));
	if (own) {
		throw new UserError(
			`The option '${own.displayName}' is for event analyses only. Remove it for this saved report`,
		);
	}
}
