import { parseAddress } from '../../../../credentials/address';

describe('parseAddress puts right what people paste as a base URL', () => {
	it.each([
		['plain', 'https://sensors.example.com', 'https://sensors.example.com', undefined],
		['trailing slash', 'https://sensors.example.com/', 'https://sensors.example.com', undefined],
		['blanks', '  http://10.0.0.5:8107  ', 'http://10.0.0.5:8107', undefined],
		['path prefix', 'https://example.com/sensors/', 'https://example.com/sensors', undefined],
		['/api', 'https://example.com/api', 'https://example.com', undefined],
		[
			'prefix and /api',
			'https://example.com/sensors/api/events/report',
			'https://example.com/sensors',
			undefined,
		],
		[
			'page address',
			'https://example.com:8107/segmentation/?project=production#/new?id=1',
			'https://example.com:8107',
			'production',
		],
		[
			'page address below a prefix',
			'https://example.com/sensors/segmentation/?project=shop',
			'https://example.com/sensors',
			'shop',
		],
		[
			'project in the fragment',
			'https://example.com/#/dashboard?project=shop',
			'https://example.com',
			'shop',
		],
		[
			'page of an unknown name',
			'https://example.com/some-page/?project=shop',
			'https://example.com',
			'shop',
		],
		['upper-case scheme', 'HTTPS://Example.com', 'https://example.com', undefined],
	])('%s', (_case, typed, baseUrl, project) => {
		expect(parseAddress(typed)).toEqual({ baseUrl, project });
	});

	it.each([
		['empty', '', /'Base URL' is empty/],
		['no scheme', 'sensors.example.com', /'Base URL' must start with https/],
		['another scheme', 'ftp://example.com', /'Base URL' must start with https/],
		...['ann:pa55word@', 'ann@', ':pa55word@'].map((user): [string, string, RegExp] => [
			user,
			`https://${user}sensors.example.com`,
			/^'Base URL' contains a user name or password, which the node doesn't send\. Remove the part before @$/,
		]),
		['no host', 'https://', /'Base URL' is not a valid address/],
	])('refuses: %s', (_case, typed, message) => {
		expect(() => parseAddress(typed)).toThrow(message);
	});
});

describe('pages of the web interface are no prefix', () => {
	it.each([
		...['addiction', 'bookmark', 'dashboard', 'dashboards', 'funnel', 'index.html', 'login'],
		...['login.html', 'retention', 'segmentation'],
		...['api/events', 'API/sql', 'api/v3/horizon', 'web/dashboard', 'web/segmentation'],
	])('%s', (page) => {
		expect(parseAddress(`https://example.com/a/b/${page}/x`).baseUrl).toBe(
			'https://example.com/a/b',
		);
	});

	it.each(['api', 'web', 'api/', 'web/x?project=p', 'api/x#/y'])('%s', (page) => {
		expect(parseAddress(`https://example.com/a/${page}`).baseUrl).toBe('https://example.com/a');
	});

	it.each([
		['api/sensors', 'api/sensors'],
		['Web/sa/', 'Web/sa'],
		['api/sensors/api', 'api/sensors'],
		['web/sa/dashboard/', 'web/sa'],
		['api/sensors/api/v2/sa', 'api/sensors'],
	])("a gateway's prefix with such a word stays: %s", (path, prefix) => {
		expect(parseAddress(`https://example.com/${path}`).baseUrl).toBe(
			`https://example.com/${prefix}`,
		);
	});

	it.each(['https://example.com/page?x=1', 'https://example.com/page#/x'])('%s', (typed) => {
		expect(parseAddress(typed).baseUrl).toBe('https://example.com');
	});

	it('the scheme is at the beginning', () => {
		expect(() => parseAddress('x https://example.com')).toThrow(/must start with https/);
	});

	it('an empty project counts as missing', () => {
		expect(parseAddress('https://example.com/?project=').project).toBeUndefined();
		expect(parseAddress('https://example.com/#/x').project).toBeUndefined();
	});
});
