import { UserError } from 'n8n-workflow';

/** Where the service is reached: origin plus optional path prefix, no trailing slash. */
export interface ServiceAddress {
	baseUrl: string;
	/** The `project` parameter of a pasted browser address. */
	project?: string;
}

// First path segments of the web interface and of the API: what stands before them is the
// prefix of the installation, what stands behind them belongs to one page or one call.
const KNOWN_SEGMENTS = new Set([
	'api',
	'addiction',
	'bookmark',
	'dashboard',
	'dashboards',
	'funnel',
	'index.html',
	'login',
	'login.html',
	'retention',
	'segmentation',
	'web',
]);

/**
 * Puts right what people paste as a base URL: a trailing slash, `/api`, or the whole address of
 * a page of the web interface (whose `project` parameter is then returned as well).
 *
 * Source: docs/service.md, "Address".
 * @throws UserError that names the field 'Base URL'
 */
export function parseAddress(typed: string): ServiceAddress {
	const text = typed.trim();
	if (text === '') {
		throw new UserError(
			"'Base URL' is empty. Enter the address of your Sensors Analytics, for example https://sensors.example.com",
		);
	}
	if (!/^https?:\/\//i.test(text)) {
		throw new UserError(
			"'Base URL' must start with https:// or http://, for example https://sensors.example.com:8107",
		);
	}
	const url = parseUrl(text);
	if (url === undefined) {
		throw new UserError(
			"'Base URL' is not a valid address. Enter scheme, host and, if needed, port, for example https://sensors.example.com:8107",
		);
	}
	const inFragment = new URLSearchParams(url.hash.split('?')[1] ?? '');
	const project = url.searchParams.get('project') ?? inFragment.get('project') ?? undefined;
	return { baseUrl: url.origin + prefixOf(url), project: project || undefined };
}

/** The address, or undefined for a text that is none. */
export function parseUrl(text: string): URL | undefined {
	try {
		return new URL(text);
	} catch {
		return undefined;
	}
}

function prefixOf(url: URL): string {
	const segments = url.pathname.split('/').filter((segment) => segment !== '');
	const known = segments.findIndex((segment) => KNOWN_SEGMENTS.has(segment.toLowerCase()));
	if (known >= 0)
		return segments
			.slice(0, known)
			.map((segment) => `/${segment}`)
			.join('');
	// An address with parameters was copied from a browser: its path is a page, not a prefix.
	const isPage = url.search !== '' || url.hash !== '';
	return isPage ? '' : segments.map((segment) => `/${segment}`).join('');
}
