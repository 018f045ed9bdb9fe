/** How to send the requests of one run of the node. */
export interface ServiceSettings {
	timeoutMs: number;
	/** How often a request is sent again after a temporary fault. */
	retries: number;
	/** Items that are processed concurrently. */
	itemsAtOnce: number;
	/** Limit of this run; 0 = no limit. */
	requestsPerSecond: number;
	/** Limit of all runs for one host together, with an OpenAPI key; 0 = no limit. */
	keyRequestsPerSecond: number;
}

/** The vendor's limits (docs/service.md, "Limits"). */
export const MAX_AT_ONCE = 10;
export const PUBLISHED_REQUESTS_PER_SECOND = 3;

export const DEFAULT_SETTINGS: ServiceSettings = {
	timeoutMs: 300_000,
	retries: 3,
	itemsAtOnce: 3,
	requestsPerSecond: PUBLISHED_REQUESTS_PER_SECOND,
	keyRequestsPerSecond: PUBLISHED_REQUESTS_PER_SECOND,
};
