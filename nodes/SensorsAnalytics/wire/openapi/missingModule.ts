/**
 * What was asked, or undefined where the module that answers it is not installed (docs/service.md,
 * "OpenAPI"): then another one may know as well. No other failure is a reason to ask elsewhere.
 */
export async function unlessMissing(asked: Promise<unknown>): Promise<unknown> {
	return await asked.catch(async (error: unknown) => {
		const { context } = (error ?? {}) as { context?: { isModuleMissing?: unknown } };
		return context?.isModuleMissing === true ? undefined : await asked;
	});
}
