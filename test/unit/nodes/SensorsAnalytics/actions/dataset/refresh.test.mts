import { readDatasetRefresh } from '../../../../../../nodes/SensorsAnalytics/actions/dataset';

const NOW = new Date('2026-11-20T04:00:00Z');
const read = (more: { [name: string]: string }) => {
	const form: { [name: string]: string } = { dataset: '1', dateRange: 'yesterday', ...more };
	return readDatasetRefresh((name) => form[name] ?? '', {}, 'Asia/Shanghai', NOW);
};

it('refreshes the complete dataset, or days from the first second to the last', () => {
	const range = { from: '2026-11-19 00:00:00', to: '2026-11-19 23:59:59' };
	expect(read({ refreshMode: 'range' })).toEqual({ datasetId: '1', range });
	expect(read({ refreshMode: 'full' })).toEqual({ datasetId: '1' });
	expect(() => read({ dataset: '' })).toThrow(/^'Dataset' is empty/);
});
