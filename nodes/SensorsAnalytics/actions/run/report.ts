import type { OperationRuns } from '../../item';
import { runExplain } from '../../reports/explain/run';
import { planReport } from '../../reports/plan';
import { reports } from '../../reports/registry';
import type { Report } from '../../reports/report';
import { runDefinition, runReport } from '../../reports/run';

export const reportRuns: OperationRuns = {
	explainChange: async (run) => await runExplain(run, new Date()),
};
for (const report of Object.values(reports) as unknown as Report[]) {
	reportRuns[String(report.option.value)] = async (run) =>
		run.field('queryMode') === 'definition'
			? await runDefinition(run, report, new Date())
			: await runReport(run, planReport(run, new Date(), report));
}
