import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';

import type { Digest } from './digest';
import type { MessageOptions } from './options';

/** Where a message goes: its entry in the list 'Output', and how it is written. */
export interface Target {
	option: Omit<INodePropertyOptions, 'value'>;
	/** Rows of a table beside sentences, where it is not eight. */
	mostRows?: number;
	/** @throws UserError that names the field, for what the target can not do */
	write: (digest: Digest, options: MessageOptions) => IDataObject;
}
