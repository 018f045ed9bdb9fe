import { atOnce } from '../../credentials/http/slices';
import type { ReportWire } from '../../nodes/SensorsAnalytics/api/api';
import type { Table } from '../../nodes/SensorsAnalytics/table/table';

/** The table in an answer, read without a break. */
export function tableOf<Query>(
	report: ReportWire<Query> | undefined,
	...answer: Parameters<ReportWire<Query>['readSteps']>
): Table {
	return atOnce((report as ReportWire<Query>).readSteps(...answer));
}
