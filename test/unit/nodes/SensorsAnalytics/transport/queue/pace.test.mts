import { Pace } from '../../../../../../nodes/SensorsAnalytics/transport/queue';

const mockSlept: number[] = [];
jest.mock('n8n-workflow', () => ({ sleep: async (ms: number) => void mockSlept.push(ms) }));

describe('Pace', () => {
	const clock = jest.spyOn(Date, 'now');
	const at = (ms: number) => clock.mockReturnValue(1e12 + ms);
	beforeEach(() => {
		mockSlept.length = 0;
		at(0);
	});
	afterAll(() => clock.mockRestore());

	it('spaces the starts', async () => {
		const pace = new Pace(50);
		await Promise.all(Array.from({ length: 6 }, async () => await pace.turn(undefined)));
		expect(mockSlept).toEqual([20, 40, 60, 80, 100]);
		at(110);
		await pace.turn(undefined);
		expect(mockSlept.slice(5)).toEqual([10]);
		at(500);
		await pace.turn(undefined);
		expect(mockSlept).toHaveLength(6);
	});

	it('does not wait without a limit, nor for a clock that was set back', async () => {
		const free = new Pace(0);
		await free.turn(undefined);
		await free.turn(undefined);
		const pace = new Pace(1);
		at(1e12);
		await pace.turn(undefined);
		at(0);
		await pace.turn(undefined);
		expect(mockSlept).toEqual([]);
	});
});
