import { part } from '../../../credentials/part';

/** What the operations do. To show the node, n8n needs their forms alone. */
export const work = async () => await part(async () => await import('./run'));
