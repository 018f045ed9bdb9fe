/**
 * Whether a request failed because the module that answers it is not installed (docs/service.md,
 * "OpenAPI"): then another one may know as well. No other failure is a reason to ask elsewhere.
 */
export function isModuleMissing(error: unknown): boolean {
	const { context } = (error ?? {}) as { context?: { isModuleMissing?: unknown } };
	return context?.isModuleMissing === true;
}
