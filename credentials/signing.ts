/** The functions that n8n calls for a request. */
export { prepareSession } from './prepare';
export { signRequest, withFaultKept } from './sign';
