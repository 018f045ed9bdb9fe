/** What a tool of an agent starts with, where a node starts with something else. */
import type { INodeProperties } from 'n8n-workflow';

import { showWhen } from './showWhen';

/** Version of the node from which on tools start so: n8n does not save a choice that is the default. */
export const TOOLS_SINCE = 1.2;
const SINCE = { '@version': [{ _cnd: { gte: TOOLS_SINCE } }] };
const BEFORE = { '@version': [{ _cnd: { lt: TOOLS_SINCE } }] };

/** The field, with a choice of its own for new tools. */
export function forTools(
	field: INodeProperties,
	choice: INodeProperties['default'],
): INodeProperties[] {
	return [
		...showWhen({ '@tool': [false] }, [field]),
		...showWhen({ '@tool': [true], ...BEFORE }, [field]),
		...showWhen({ '@tool': [true], ...SINCE }, [{ ...field, default: choice }]),
	];
}

/** The old field up to the version before, and the new one from then on. */
export function replacedBy(old: INodeProperties, field: INodeProperties): INodeProperties[] {
	return [...showWhen(BEFORE, [old]), ...showWhen(SINCE, [field])];
}
