import { part } from '../../../credentials/part';

/** The code of the operations. To display the node, n8n needs only their forms. */
export const work = async () => await part(async () => await import('./run'));
