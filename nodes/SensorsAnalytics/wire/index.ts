/** The one place that chooses a generation of the API. */
import type { Connection } from '../../../credentials/session/connection';
import { legacy } from './legacy';
import { openapi } from './openapi';
import type { Wire } from './wire';

const BY_MODE: Record<Connection['mode'], Wire> = {
	apiSecret: legacy,
	userToken: legacy,
	accountPassword: legacy,
	apiKey: openapi,
};

/** The generation that a connection speaks. */
export function wireFor({ mode }: Connection): Wire {
	return BY_MODE[mode];
}
