import { unlessAborted, wait } from '../../../../../../nodes/SensorsAnalytics/transport/queue';

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

	it('takes the given time', async () => {
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

describe('unlessAborted', () => {
	it('returns the result of the work', async () => {
		expect(await unlessAborted(undefined, async () => 1)).toBe(1);
		expect(await unlessAborted(new AbortController().signal, async () => 2)).toBe(2);
	});

	it('does not wait for work that hangs, and does not start any later', async () => {
		const controller = new AbortController();
		const work = jest.fn(async () => await new Promise<never>(() => undefined));
		const waiting = unlessAborted(controller.signal, work);
		controller.abort();
		await expect(waiting).rejects.toMatchObject({ code: 'ERR_CANCELED' });
		const late = unlessAborted(controller.signal, work, () => new Error('late'));
		await expect(late).rejects.toThrow('late');
		expect(work).toHaveBeenCalledTimes(1);
	});
});
