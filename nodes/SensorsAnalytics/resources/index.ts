import { accessToken } from './accessToken';
import type { Operation, Resource } from './operation';
import { report } from './report';

export const resources: readonly Resource[] = [report, accessToken];

/** The operation that was chosen. */
export function findOperation(resource: string, operation: string): Operation | undefined {
	return resources
		.find(({ option }) => option.value === resource)
		?.operations.find(({ option }) => option.value === operation);
}
