import { wait } from '../../../../../nodes/SensorsAnalytics/transport/wait';

describe('wait', () => {
	it('ends when the execution is cancelled', async () => {
		const controller = new AbortController();
		const started = Date.now();
		setTimeout(() => controller.abort(), 20);
		await wait(5000, controller.signal);
		await wait(5000, controller.signal);
		expect(Date.now() - started).toBeLessThan(1000);
	});
});
