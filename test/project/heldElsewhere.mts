/**
 * Source files that hardly do anything alone, and the tests that run them instead: a request and
 * its answer, an operation, fields of the form. A file that gets a test of its own leaves the list.
 */
const background = 'test/engine/background.test.mts';
const catalog = 'test/engine/catalog.test.mts';
const operations = 'test/engine/operationDocs.test.mts';
const models = 'test/engine/models.test.mts';
const report = 'test/engine/reportQuery.test.mts';
const alarms = 'test/engine/alarms.test.mts';
const trigger = 'test/engine/trigger.test.mts';
const sql = 'test/engine/sqlQuery.test.mts';
const accessToken = 'test/engine/accessToken.test.mts';
const description = 'test/unit/nodes/SensorsAnalytics/SensorsAnalytics.node.test.mts';
const arranged = 'test/unit/nodes/SensorsAnalytics/series/arrange.test.mts';
const users = 'test/engine/users.test.mts';
const live = 'test/engine/liveForms.test.mts';
const messages = 'test/unit/nodes/SensorsAnalytics/output/message/';
const definition = 'test/engine/definition.test.mts';
const tools = 'test/unit/nodes/SensorsAnalytics/resources/description.test.mts';
const form = 'test/unit/nodes/SensorsAnalytics/form/';
const definitions = 'test/unit/nodes/SensorsAnalytics/definition/index.test.mts';

const signedIn = 'test/unit/credentials/login/signIn.test.mts';
const ways = 'test/unit/credentials/ways/index.test.mts';

export const heldElsewhere: Record<string, string> = {
	'nodes/SensorsAnalytics/resources/user/numberInReport.ts': live,
	'nodes/SensorsAnalytics/wire/legacy/reports/funnelNewer.ts': live,
	'credentials/ways/account.ts': signedIn,
	'credentials/ways/userToken.ts': signedIn,
	'credentials/ways/token.ts': ways,
	'credentials/ways/way.ts': ways,
	'nodes/SensorsAnalytics/lists/catalogOf.ts': catalog,
	'nodes/SensorsAnalytics/lists/index.ts': catalog,
	'nodes/SensorsAnalytics/resources/savedReport/getMany.operation.ts': catalog,
	'nodes/SensorsAnalytics/form/userGroups/members.ts': background,
	'nodes/SensorsAnalytics/lists/searchDatasets.ts': background,
	'nodes/SensorsAnalytics/resources/csvFile.ts': background,
	'nodes/SensorsAnalytics/resources/dataset/query.operation.ts': background,
	'nodes/SensorsAnalytics/resources/dataset/refresh.operation.ts': background,
	'nodes/SensorsAnalytics/resources/userGroup/compute.operation.ts': background,
	'nodes/SensorsAnalytics/resources/userGroup/getMembers.operation.ts': background,
	'nodes/SensorsAnalytics/form/conditionValues.ts': `${form}conditions.test.mts`,
	'nodes/SensorsAnalytics/form/datasets/dataset.ts': `${form}datasets/query.test.mts`,
	'nodes/SensorsAnalytics/form/fileFields.ts': background,
	'nodes/SensorsAnalytics/form/filterPlaces.ts':
		'test/unit/nodes/SensorsAnalytics/resources/subtitle.test.mts',
	'nodes/SensorsAnalytics/form/slices/shared.ts': `${form}slices/funnel.test.mts`,
	'nodes/SensorsAnalytics/form/recentDays.ts': catalog,
	'nodes/SensorsAnalytics/lists/countValues.ts': catalog,
	'nodes/SensorsAnalytics/lists/searchValues.ts': catalog,
	'nodes/SensorsAnalytics/output/metadataObjects.ts': catalog,
	'nodes/SensorsAnalytics/resources/event/getMany.operation.ts': catalog,
	'nodes/SensorsAnalytics/resources/property/getMany.operation.ts': catalog,
	'nodes/SensorsAnalytics/resources/property/getValues.operation.ts': catalog,
	...Object.fromEntries(
		[
			...['attribution', 'distribution', 'event', 'funnel', 'interval', 'ltv', 'retention'],
			'userProperties',
			'path',
		].map((model) => [`nodes/SensorsAnalytics/definition/models/${model}.ts`, definitions]),
	),
	...Object.fromEntries(
		['cohorts', 'keys', 'measures', 'names', 'operators', 'schema', 'text', 'words'].map((file) => [
			`nodes/SensorsAnalytics/definition/${file}.ts`,
			definitions,
		]),
	),
	'nodes/SensorsAnalytics/form/definitionField.ts': tools,
	'nodes/SensorsAnalytics/resources/report/missingValues.ts': definition,
	'nodes/SensorsAnalytics/resources/report/namesFor.ts': definition,
	'nodes/SensorsAnalytics/resources/report/runDefinition.ts': definition,
	'nodes/SensorsAnalytics/resources/user/getManyFromReport.operation.ts': users,
	'nodes/SensorsAnalytics/resources/user/getBehavior.operation.ts': users,
	'nodes/SensorsAnalytics/resources/user/listUsers.ts': users,
	'nodes/SensorsAnalytics/resources/suggest.ts': 'test/engine/refusals.test.mts',
	'nodes/SensorsAnalytics/resources/itemServices.ts': 'test/engine/items.test.mts',
	'nodes/SensorsAnalytics/resources/report/fetchTable.ts': models,
	'nodes/SensorsAnalytics/resources/report/question.ts': models,
	'nodes/SensorsAnalytics/paste/page.ts': 'test/unit/nodes/SensorsAnalytics/paste/event.test.mts',
	'nodes/SensorsAnalytics/paste/parts.ts': 'test/unit/nodes/SensorsAnalytics/paste/event.test.mts',
	'nodes/SensorsAnalytics/paste/moment.ts': 'test/unit/nodes/SensorsAnalytics/paste/event.test.mts',
	'nodes/SensorsAnalytics/form/models/distribution.ts': models,
	'nodes/SensorsAnalytics/form/models/funnel.ts': models,
	'nodes/SensorsAnalytics/form/models/retention.ts': models,
	'nodes/SensorsAnalytics/form/models/shared.ts': models,
	'nodes/SensorsAnalytics/form/models/userProperties.ts': models,
	'nodes/SensorsAnalytics/form/output.ts': description,
	'nodes/SensorsAnalytics/form/pickField.ts': catalog,
	'nodes/SensorsAnalytics/form/reportOptions.ts': report,
	'nodes/SensorsAnalytics/lists/searchProperties.ts': catalog,
	'nodes/SensorsAnalytics/lists/searchSavedReports.ts': catalog,
	'nodes/SensorsAnalytics/output/catalogObjects.ts': catalog,
	'nodes/SensorsAnalytics/output/message/cells.ts': `${messages}digest.test.mts`,
	'nodes/SensorsAnalytics/output/message/columns.ts': `${messages}digest.test.mts`,
	'nodes/SensorsAnalytics/output/message/fit.ts': `${messages}feishu.test.mts`,
	'nodes/SensorsAnalytics/output/message/slackChart.ts': `${messages}slack.test.mts`,
	'nodes/SensorsAnalytics/output/message/fitDigest.ts': `${messages}wecom.test.mts`,
	'nodes/SensorsAnalytics/output/message/mailHtml.ts': `${messages}html.test.mts`,
	'nodes/SensorsAnalytics/output/message/models/entities.ts': `${messages}models/retention.test.mts`,
	'nodes/SensorsAnalytics/output/message/teamsChart.ts': `${messages}teams.test.mts`,
	'nodes/SensorsAnalytics/output/message/titles.ts': `${messages}digest.test.mts`,
	'nodes/SensorsAnalytics/output/message/view.ts': `${messages}models/retention.test.mts`,
	'nodes/SensorsAnalytics/output/message/words/chinese.ts': `${messages}digest.test.mts`,
	'nodes/SensorsAnalytics/output/message/words/english.ts': `${messages}digest.test.mts`,
	'nodes/SensorsAnalytics/output/message/words.ts': `${messages}digest.test.mts`,
	'nodes/SensorsAnalytics/resources/report/projectNames.ts': 'test/engine/messages.test.mts',
	'nodes/SensorsAnalytics/output/meta.ts': 'test/engine/reportOutput.test.mts',
	'nodes/SensorsAnalytics/query/aggregators.ts': 'test/engine/report.test.mts',
	'nodes/SensorsAnalytics/series/notes.ts': arranged,
	'nodes/SensorsAnalytics/series/ranks.ts': arranged,
	'nodes/SensorsAnalytics/series/sides.ts': arranged,
	'nodes/SensorsAnalytics/resources/accessToken/giveToken.ts': accessToken,
	'nodes/SensorsAnalytics/resources/accessToken/issueForUser.operation.ts': accessToken,
	'nodes/SensorsAnalytics/resources/accessToken/logIn.operation.ts': accessToken,
	'nodes/SensorsAnalytics/resources/report/fetchReport.ts': report,
	'nodes/SensorsAnalytics/resources/report/plan.ts': report,
	'nodes/SensorsAnalytics/resources/report/planSeries.ts': report,
	'nodes/SensorsAnalytics/resources/report/runReport.ts': report,
	'nodes/SensorsAnalytics/resources/report/reportOperation.ts': models,
	'nodes/SensorsAnalytics/resources/report/models.ts': models,
	'nodes/SensorsAnalytics/output/present.ts': 'test/engine/reportOutput.test.mts',
	'nodes/SensorsAnalytics/resources/savedReport/run.operation.ts': operations,
	'nodes/SensorsAnalytics/resources/sqlQuery/run.operation.ts': sql,
	'nodes/SensorsAnalyticsTrigger/alarms/watchAlarms.ts': alarms,
	'nodes/SensorsAnalyticsTrigger/fields.ts': trigger,
	'nodes/SensorsAnalyticsTrigger/poll.ts': trigger,
	'nodes/SensorsAnalyticsTrigger/watchPeriods.ts': trigger,
};
