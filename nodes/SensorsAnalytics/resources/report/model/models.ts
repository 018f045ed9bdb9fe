import type { INodeProperties } from 'n8n-workflow';

import { readQueryFilter, type ReadPlatformFilter } from '../../../form/eventQuery';
import { distributionFields, readDistributionQuery } from '../../../form/models/distribution';
import { funnelFields, readFunnelQuery } from '../../../form/models/funnel';
import { readRetentionQuery, retentionFields } from '../../../form/models/retention';
import { readUserPropertiesQuery, userPropertiesFields } from '../../../form/models/userProperties';
import type { ReadField } from '../../../form/reading';
import type { ReportModelName } from '../../../query/catalog';
import type { Filter } from '../../../query/eventQuery';
import type { JsonObject } from '../../../wire/legacy/json';
import { distribution, writeDistribution } from '../../../wire/legacy/models/distribution';
import { funnel, writeFunnel } from '../../../wire/legacy/models/funnel';
import type { WireModel } from '../../../wire/legacy/models/model';
import { retention, writeRetention } from '../../../wire/legacy/models/retention';
import { userProperties, writeUserProperties } from '../../../wire/legacy/models/userProperties';
import type { ReportModel } from './model';

type ReadFilterOf = (event: string) => Filter | undefined;

function modelOf<Query>(
	name: ReportModelName,
	option: ReportModel['option'],
	fields: INodeProperties[],
	readQuery: (field: ReadField, readFilter: ReadFilterOf) => Query,
	write: (query: Query) => JsonObject,
	wire: WireModel,
	hasSplit = false,
): ReportModel {
	return {
		name,
		option,
		fields,
		hasSplit,
		panelPath: wire.path.replace(/^\/api\//, ''),
		bodyOf: (field: ReadField, readPlatformFilter: ReadPlatformFilter) =>
			write(readQuery(field, (event) => readQueryFilter(field, event, readPlatformFilter))),
		wire,
	};
}

/** By the names of the neutral catalog; the event report is not among them. */
export const reportModels: Record<Exclude<ReportModelName, 'event'>, ReportModel> = {
	distribution: modelOf(
		'distribution',
		{
			name: 'Get Distribution Report',
			value: 'getDistributionReport',
			action: 'Get a distribution report',
			description: 'How many users did something how often',
		},
		distributionFields,
		readDistributionQuery,
		writeDistribution,
		distribution,
	),
	funnel: modelOf(
		'funnel',
		{
			name: 'Get Funnel Report',
			value: 'getFunnelReport',
			action: 'Get a funnel report',
			description:
				'How many users take one step after another. The form of the answer is not certain for all versions; what is not known comes as it is.',
		},
		funnelFields,
		readFunnelQuery,
		writeFunnel,
		funnel,
		true,
	),
	retention: modelOf(
		'retention',
		{
			name: 'Get Retention Report',
			value: 'getRetentionReport',
			action: 'Get a retention report',
			description:
				'How many users come back after days, weeks or months. If the service refuses what the form sends, paste the query of the web page.',
		},
		retentionFields,
		readRetentionQuery,
		writeRetention,
		retention,
	),
	userProperties: modelOf(
		'userProperties',
		{
			name: 'Get User Property Report',
			value: 'getUserPropertyReport',
			action: 'Get a user property report',
			description: 'How many users there are, by their properties',
		},
		userPropertiesFields,
		readUserPropertiesQuery,
		writeUserProperties,
		userProperties,
	),
};
