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
	'nodes/SensorsAnalytics/actions/user.ts': live,
	'nodes/SensorsAnalytics/api/legacy/funnel.ts': live,
	'credentials/ways/account.ts': signedIn,
	'credentials/ways/userToken.ts': signedIn,
	'credentials/ways/token.ts': ways,
	'credentials/ways/way.ts': ways,
	'nodes/SensorsAnalytics/catalog/catalog.ts': catalog,
	'nodes/SensorsAnalytics/catalog/search.ts': catalog,
	'nodes/SensorsAnalytics/actions/savedReport.ts': catalog,
	'nodes/SensorsAnalytics/params/userGroup.ts': background,
	'nodes/SensorsAnalytics/catalog/search.ts': background,
	'nodes/SensorsAnalytics/actions/pages.ts': background,
	'nodes/SensorsAnalytics/actions/dataset.ts': background,
	'nodes/SensorsAnalytics/actions/dataset.ts': background,
	'nodes/SensorsAnalytics/actions/userGroup.ts': background,
	'nodes/SensorsAnalytics/actions/userGroup.ts': background,
	'nodes/SensorsAnalytics/params/condition.ts': `${form}conditions.test.mts`,
	'nodes/SensorsAnalytics/params/dataset.ts': `${form}datasets/query.test.mts`,
	'nodes/SensorsAnalytics/params/task.ts': background,
	'nodes/SensorsAnalytics/params/filter.ts':
		'test/unit/nodes/SensorsAnalytics/resources/subtitle.test.mts',
	'nodes/SensorsAnalytics/reports/slices.ts': `${form}slices/funnel.test.mts`,
	'nodes/SensorsAnalytics/params/range.ts': catalog,
	'nodes/SensorsAnalytics/catalog/find.ts': catalog,
	'nodes/SensorsAnalytics/catalog/search.ts': catalog,
	'nodes/SensorsAnalytics/output/entities.ts': catalog,
	'nodes/SensorsAnalytics/actions/catalog.ts': catalog,
	'nodes/SensorsAnalytics/actions/catalog.ts': catalog,
	'nodes/SensorsAnalytics/actions/catalog.ts': catalog,
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
	'nodes/SensorsAnalytics/params/queryMode.ts': tools,
	'nodes/SensorsAnalytics/reports/names.ts': definition,
	'nodes/SensorsAnalytics/reports/names.ts': definition,
	'nodes/SensorsAnalytics/reports/run.ts': definition,
	'nodes/SensorsAnalytics/actions/user.ts': users,
	'nodes/SensorsAnalytics/actions/user.ts': users,
	'nodes/SensorsAnalytics/actions/user.ts': users,
	'nodes/SensorsAnalytics/reports/names.ts': 'test/engine/refusals.test.mts',
	'nodes/SensorsAnalytics/item.ts': 'test/engine/items.test.mts',
	'nodes/SensorsAnalytics/reports/fetch.ts': models,
	'nodes/SensorsAnalytics/reports/plan.ts': models,
	'nodes/SensorsAnalytics/paste/payload.ts':
		'test/unit/nodes/SensorsAnalytics/paste/event.test.mts',
	'nodes/SensorsAnalytics/paste/payload.ts':
		'test/unit/nodes/SensorsAnalytics/paste/event.test.mts',
	'nodes/SensorsAnalytics/paste/payload.ts':
		'test/unit/nodes/SensorsAnalytics/paste/event.test.mts',
	'nodes/SensorsAnalytics/reports/distribution.ts': models,
	'nodes/SensorsAnalytics/reports/funnel.ts': models,
	'nodes/SensorsAnalytics/reports/retention.ts': models,
	'nodes/SensorsAnalytics/params/event.ts': models,
	'nodes/SensorsAnalytics/reports/userProperties.ts': models,
	'nodes/SensorsAnalytics/params/output.ts': description,
	'nodes/SensorsAnalytics/params/property.ts': catalog,
	'nodes/SensorsAnalytics/params/options.ts': report,
	'nodes/SensorsAnalytics/catalog/search.ts': catalog,
	'nodes/SensorsAnalytics/catalog/search.ts': catalog,
	'nodes/SensorsAnalytics/output/entities.ts': catalog,
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
	'nodes/SensorsAnalytics/reports/names.ts': 'test/engine/messages.test.mts',
	'nodes/SensorsAnalytics/output/meta.ts': 'test/engine/reportOutput.test.mts',
	'nodes/SensorsAnalytics/query/aggregators.ts': 'test/engine/report.test.mts',
	'nodes/SensorsAnalytics/series/arrange.ts': arranged,
	'nodes/SensorsAnalytics/series/arrange.ts': arranged,
	'nodes/SensorsAnalytics/series/series.ts': arranged,
	'nodes/SensorsAnalytics/actions/accessToken.ts': accessToken,
	'nodes/SensorsAnalytics/actions/accessToken.ts': accessToken,
	'nodes/SensorsAnalytics/actions/accessToken.ts': accessToken,
	'nodes/SensorsAnalytics/reports/fetch.ts': report,
	'nodes/SensorsAnalytics/reports/plan.ts': report,
	'nodes/SensorsAnalytics/reports/plan.ts': report,
	'nodes/SensorsAnalytics/reports/run.ts': report,
	'nodes/SensorsAnalytics/actions/report.ts': models,
	'nodes/SensorsAnalytics/reports/registry.ts': models,
	'nodes/SensorsAnalytics/output/present.ts': 'test/engine/reportOutput.test.mts',
	'nodes/SensorsAnalytics/actions/savedReport.ts': operations,
	'nodes/SensorsAnalytics/actions/sql.ts': sql,
	'nodes/SensorsAnalyticsTrigger/alarms.ts': alarms,
	'nodes/SensorsAnalyticsTrigger/fields.ts': trigger,
	'nodes/SensorsAnalyticsTrigger/poll.ts': trigger,
	'nodes/SensorsAnalyticsTrigger/watch.ts': trigger,
};
