/** Name of the package's credential type. */
export const CREDENTIAL_TYPE = 'sensorsAnalyticsApi';
