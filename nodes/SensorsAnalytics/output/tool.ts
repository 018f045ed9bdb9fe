import type { IDataObject, INode } from 'n8n-workflow';

/** What is different where a model calls the node as a tool of an agent. */

/** Whether a model calls the node as its tool: n8n's own copy of the node is called so. */
export function isTool(context: { getNode(): Pick<INode, 'type'> }): boolean {
	return context.getNode().type.endsWith('Tool');
}

/**
 * An error as the answer of a tool. Of a node that fails, the agents of n8n hand on nothing, the
 * message without its description, or end the run, each version in its own way.
 */
export function toRefusal({
	message,
	description,
}: {
	message: string;
	description?: string | null;
}): IDataObject {
	return { error: message, ...(description ? { what_to_do: description } : {}) };
}
