import { loadCode } from '../../../../credentials/process';

it('returns the code that was loaded', async () => {
	expect(await loadCode(async () => await Promise.resolve({ value: 1 }))).toEqual({ value: 1 });
});

it('says what to do about a file that is missing', async () => {
	const read = async () => (await import('../none' as string)) as object;
	await expect(loadCode(read)).rejects.toMatchObject({
		message: expect.stringContaining('updated or removed while n8n was running') as string,
		description: expect.stringContaining('Restart n8n') as string,
	});
});

it('hands on any other fault', async () => {
	const fault = new Error('of the code itself');
	await expect(loadCode(async () => await Promise.reject(fault))).rejects.toBe(fault);
});
