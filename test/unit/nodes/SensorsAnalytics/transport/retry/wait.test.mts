import { wait } from '../../../../../../nodes/SensorsAnalytics/transport/retry';

const mockSlept: number[] = [];
const mockOnSleep = jest.fn();
jest.mock('n8n-workflow', () => ({
	sleep: async (ms: number) => {
		mockSlept.push(ms);
		mockOnSleep();
	},
}));

describe('wait', () => {
	beforeEach(() => {
		mockSlept.length = 0;
	});

	it('takes the time it is told', async () => {
		await wait(450, undefined);
		expect(mockSlept).toEqual([200, 200, 50]);
	});

	it('ends when the execution is cancelled', async () => {
		const controller = new AbortController();
		mockOnSleep.mockImplementationOnce(() => undefined);
		mockOnSleep.mockImplementationOnce(() => controller.abort());
		await wait(5000, controller.signal);
		await wait(5000, controller.signal);
		expect(mockSlept).toEqual([200, 200]);
	});
});
