/** Where the products of the OpenAPI stand (docs/service.md, "OpenAPI"). */
export const ANALYTICS = '/api/v3/analytics/v1';
export const HORIZON = '/api/v3/horizon/v1';
export const PORTAL = '/api/v3/portal/v2';
