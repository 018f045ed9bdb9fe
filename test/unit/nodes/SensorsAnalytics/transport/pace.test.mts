import { Pace } from '../../../../../nodes/SensorsAnalytics/transport/pace';

describe('Pace', () => {
	it('spaces the starts', async () => {
		const pace = new Pace(50);
		const started = Date.now();
		await Promise.all(Array.from({ length: 6 }, async () => await pace.turn(undefined)));
		expect(Date.now() - started).toBeGreaterThanOrEqual(95);
	});

	it('does not wait without a limit, nor for a clock that was set back', async () => {
		await new Pace(0).turn(undefined);
		const pace = new Pace(1);
		const now = jest.spyOn(Date, 'now').mockReturnValue(1e15);
		await pace.turn(undefined);
		now.mockRestore();
		const started = Date.now();
		await pace.turn(undefined);
		expect(Date.now() - started).toBeLessThan(500);
	});
});
