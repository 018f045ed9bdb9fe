import { formSource } from '../../nodes/SensorsAnalytics/params/param';
import { eventReport } from '../../nodes/SensorsAnalytics/reports/event';

export const read = (form: Record<string, unknown>) =>
	eventReport.read(
		formSource((name) => ({ unit: 'day', ...form })[name as 'unit'] ?? '', 'Asia/Shanghai'),
	);

export const measured = (...measure: object[]) => ({ measures: { measure } });

export const counted = measured({ eventName: 'A', aggregator: 'general' });

export const condition = (more: object) => ({
	condition: [{ field: 'city', valueKind: 'text', function: 'equal', values: 'Riga', ...more }],
});
