import { isAddress, readAddress } from '../../../../../../nodes/SensorsAnalytics/paste/payload';

const PAGE = 'https://sa.example/segmentation/?project=shop';
const read = (fragment: string) => readAddress(`${PAGE}#${fragment}`, 'Report URL or JSON').payload;
const readNew = (text: string) => read(`q=${text}`);

describe('Addresses of pages', () => {
	it.each([
		['https://sa.example/x', true],
		['HTTP://sa.example', true],
		['#q=%7B%7D', true],
		['/funnel/#q=', true],
		['{"measures":[]}', false],
		['"{}"', false],
		['', false],
	])('%j: %j', (text, expected) => {
		expect(isAddress(text)).toBe(expected);
	});

	it('name their project and host', () => {
		const addressOf = (text: string) => readAddress(text, 'Report URL or JSON').address;
		expect(addressOf(`${PAGE}#unit=day`)).toEqual({ project: 'shop', host: 'sa.example' });
		expect(addressOf('https://SA.example:8107/#unit=day')).toEqual({ host: 'sa.example' });
		expect(addressOf('#unit=day')).toEqual({});
	});

	it('with a hundred thousand entries of a list take no time that grows as their square', () => {
		const before = process.cpuUsage();
		const payload = read('a[]=1&'.repeat(150_000));
		expect(Object.keys(payload.a as object)).toHaveLength(150_000);
		expect(process.cpuUsage(before).user / 1e6).toBeLessThan(5);
	});

	it('old ones, as in a link of 2019', () => {
		expect(
			read(
				'measures%5B0%5D%5Bevent_name%5D=PayOrder&measures%5B0%5D%5Baggregator%5D=unique&unit=day&filter%5Bconditions%5D%5B0%5D%5Bfield%5D=event.PayOrder.city&filter%5Bconditions%5D%5B0%5D%5Bfunction%5D=equal&filter%5Bconditions%5D%5B0%5D%5Bparams%5D%5B%5D=10&filter%5Bconditions%5D%5B0%5D%5Bparams%5D%5B%5D=New+York&filter%5Brelation%5D=and&by_fields%5B%5D=event.PayOrder.city&by_fields%5B%5D=user.level&rangeText=%E8%BF%87%E5%8E%BB7%E5%A4%A9&from_date=2019-05-01&to_date=2019-05-07&bookmarkid=326&detail_and_rollup=true',
			),
		).toEqual({
			measures: [{ event_name: 'PayOrder', aggregator: 'unique' }],
			unit: 'day',
			filter: {
				// A text of digits stays a text, because the type of the property is unknown.
				conditions: [
					{ field: 'event.PayOrder.city', function: 'equal', params: ['10', 'New York'] },
				],
				relation: 'and',
			},
			by_fields: ['event.PayOrder.city', 'user.level'],
			rangeText: '过去7天',
			from_date: '2019-05-01',
			to_date: '2019-05-07',
			bookmarkid: '326',
			detail_and_rollup: true,
		});
	});

	it('numbers if a key needs numbers', () => {
		const condition = 'filter[conditions][0]';
		expect(
			read(
				`funnel[max_convert_time]=1440&bucket_params[event.X.amount][]=10&bucket_params[event.X.amount][]=20.5&result_bucket_param[]=3&${condition}[function]=between&${condition}[params][]=1&${condition}[params][]=2026-01-01`,
			),
		).toEqual({
			funnel: { max_convert_time: 1440 },
			bucket_params: { 'event.X.amount': [10, 20.5] },
			result_bucket_param: [3],
			filter: { conditions: [{ function: 'between', params: [1, '2026-01-01'] }] },
		});
	});

	it.each(['relativeWithin', 'relativeBefore'])('numbers of days: %s', (name) => {
		const condition = 'filter[conditions][0]';
		expect(read(`by_field_step=0&${condition}[function]=${name}&${condition}[params][]=3`)).toEqual(
			{
				by_field_step: 0,
				filter: { conditions: [{ function: name, params: [3] }] },
			},
		);
	});

	it('lists of more than ten, and empty ones', () => {
		const steps = Array.from({ length: 12 }, (_, index) => `steps[${index}][event_name]=E${index}`);
		expect((read(steps.join('&')).steps as unknown[]).length).toBe(12);
		expect(read('unit=day&by_fields[]=')).toEqual({ unit: 'day' });
	});

	it.each([
		['equal', ['']],
		['notEqual', ['']],
		['isSet', []],
	])('an empty text is a value where a condition needs one: %s', (name, params) => {
		const condition = 'filter[conditions][0]';
		expect(read(`${condition}[function]=${name}&${condition}[params][]=`)).toEqual({
			filter: { conditions: [{ function: name, params }] },
		});
	});

	it.each([['unit=day&unit=week', "contains 'unit' more than once"]])(
		'are refused: %s',
		(fragment, says) => {
			expect(() => read(fragment)).toThrow(says);
			expect(() => read(fragment)).not.toThrow('TOPSECRET');
		},
	);

	it('may say the same twice', () => {
		expect(read('unit=day&unit=day')).toEqual({ unit: 'day' });
	});

	it('new ones, in percent or as browsers write them', () => {
		const query = { expression: 'a(event.X)+b(event.Y)|%2f', name: '收入 & %22', list: ['a&b#c'] };
		const text = JSON.stringify(query);
		expect(readNew(encodeURIComponent(text))).toEqual(query);
		expect(readNew(`${encodeURIComponent(text)}&from=menu`)).toEqual(query);
		const raw = JSON.stringify({ expression: 'a(event.X)+b(event.Y)|%2f', list: ['a&b'] });
		const written = raw.replace(/"/g, '%22');
		expect(readNew(written)).toEqual(JSON.parse(raw));
		expect(read(encodeURIComponent(raw))).toEqual(JSON.parse(raw));
		expect(readNew('{%22name%22:%22%E6%94%B6%E5%85%A5%20x%22}')).toEqual({ name: '收入 x' });
	});

	it.each([
		[
			'',
			/'Report URL or JSON' is a URL without a query that the node can read\. In Sensors Analytics, open the report and wait for its result\. Then copy the full URL of the page, or the request payload/,
		],
		[
			'dashboard/1',
			/'Report URL or JSON' is a URL without a query that the node can read\. In Sensors Analytics, open/,
		],
		[
			'q=',
			/The query in 'Report URL or JSON' can't be read, because the URL is incomplete\. In Sensors Analytics, open the report and wait for its result\. Then copy the full URL of the page, or the request payload/,
		],
		[
			'q=%7B%22a',
			/The query in 'Report URL or JSON' can't be read, because the URL is incomplete\. In Sensors Analytics, open the report and wait for its result\. Then copy the full URL of the page, or the request payload/,
		],
		[
			'q=%E0%A4%A',
			/The query in 'Report URL or JSON' can't be read, because the URL is incomplete\. In Sensors Analytics, open the report and wait for its result\. Then copy the full URL of the page, or the request payload/,
		],
		[
			'q=[1]',
			/The query in 'Report URL or JSON' can't be read, because the URL is incomplete\. In Sensors Analytics, open the report and wait for its result\. Then copy the full URL of the page, or the request payload/,
		],
		[
			'a=1&a[b]=2',
			/The query in 'Report URL or JSON' contains 'a' both as text and as an object\. In Sensors Analytics, open the report and wait for its result\. Then copy the full URL of the page, or the request payload/,
		],
		[
			'a[b]=1&a=2',
			/The query in 'Report URL or JSON' contains 'a' both as text and as an object\. In Sensors Analytics, open the report and wait for its result\. Then copy the full URL of the page, or the request payload/,
		],
		[
			`${'a['.repeat(30)}=1`,
			/The query in 'Report URL or JSON' has too many levels\. In Sensors Analytics, open the report and wait for its result\. Then copy the full URL of the page, or the request payload/,
		],
	])('refused: %j', (fragment, message) => {
		expect(() => read(fragment)).toThrow(message);
	});

	it('change no object', () => {
		expect(read('__proto__[polluted]=1&constructor[prototype][polluted]=1')).toBeDefined();
		expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
	});
});
