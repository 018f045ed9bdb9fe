import type { IDataObject } from 'n8n-workflow';

import { toItemJson } from '../output/raw';
import type { PageRequest } from '../wire/wire';
import type { ItemRun } from './operation';

/** Whether the option Preview Request asks for the request in place of its answer. */
export function isPreview({ options }: ItemRun): boolean {
	return options.previewRequest === true;
}

/** The request for the first page, as an item. */
export function preview(request: PageRequest, largestPage: number, limit = Infinity): IDataObject {
	const { path, body } = request(1, Math.min(largestPage, limit));
	return { requests: [{ method: 'POST', path, body: toItemJson(body) }] };
}
