import { messageWriters } from '../../../../../../nodes/SensorsAnalytics/output/message';
import {
	type MessagePart,
	combinedDigest,
	distinctParts,
	failedPart,
	partsIn,
} from '../../../../../../nodes/SensorsAnalytics/output/message/part';
import { formsThatTake } from '../../../../../../nodes/SensorsAnalytics/output/message/forms';
import { digestOf, HOSTILE, OPTIONS, compared } from '../../../../../support/digests.mts';

const one = (headline: string, more: Partial<MessagePart> = {}): MessagePart => ({
	headline,
	name: '',
	dates: '',
	scope: '',
	zone: 'Shanghai time',
	language: 'en',
	...more,
});
const combine = { title: '', isUnusualFirst: false };

describe('several reports in one message', () => {
	const parts = [
		one('orders: 12', { percent: -3, scope: 'only platform = iOS' }),
		failedPart('Funnel', 'no such event'),
		one('users: 5', { percent: 40 }),
		one('visits: 7'),
	];

	it('are all in the notification, which leaves out their restrictions if it has no room', () => {
		const scope = 'steps after 22 Nov are not counted'.repeat(6);
		const long = [one('funnel: 12%', { scope }), one('retention: 34%', { scope: `${scope}!` })];
		const summaryWith = (error: string) =>
			combinedDigest([...long, failedPart('Sales', error), one('visits: 7')], OPTIONS).summary;
		expect(summaryWith('no such event')).toBe(
			"4 reports (1 failed): funnel: 12%; retention: 34%; visits: 7; ❗Sales: couldn't be loaded (“no such event”)",
		);
		expect(summaryWith('no such event '.repeat(40))).toMatch(
			/: funnel: 12%; retention: 34%; visits: 7; .+no such event no …”\)$/,
		);
		// DingTalk shows 200 characters.
		const { summary } = combinedDigest(
			[failedPart('Sales', 'no such event '.repeat(20)), one('visits: 7')],
			OPTIONS,
		);
		expect(summary.slice(0, 200)).toContain('visits: 7');
	});

	it('have a scope that ends after one of its restrictions if it is too long', () => {
		const limits = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(90));
		const [part] = partsIn({ parts: [one('orders: 12', { scope: limits.join(' · ') })] });
		expect(part?.scope).toBe(`${limits.slice(0, 3).join(' · ')} …`);
	});

	it('have their time zone at the bottom only if all have it', () => {
		const without = one('visits: 7', { zone: '' });
		const of = (...all: MessagePart[]) => combinedDigest(all, OPTIONS);
		const mixed = of(one('orders: 12'), without);
		expect([mixed.scope, mixed.zone]).toEqual(['', '']);
		expect(mixed.lines).toEqual(['orders: 12 (Shanghai time)', 'visits: 7']);
		expect(of(one('orders: 12'), failedPart('Sales', 'no such event')).zone).toBe('Shanghai time');
	});

	it('have whole numbers in a notification, and in a headline that is too long', () => {
		const all = Array.from({ length: 40 }, (_, index) =>
			one(`revenue of day ${index}: ¥25,199.56`),
		);
		const digest = combinedDigest(all, OPTIONS);
		expect(digest.summary).toMatch(/: ¥25,199\.56 …$/);
		expect(digest.summary.length).toBeLessThanOrEqual(500);
		const body = messageWriters.dingtalk.write(digest, OPTIONS);
		expect((body.markdown as { title: string }).title).toMatch(/: ¥25,199\.56 …$/);
		const headline = all.map((part) => part.headline).join('; ');
		expect(partsIn({ parts: [one(headline)] })[0]?.headline).toMatch(/: ¥25,199\.56 …$/);
	});

	it('have special days once, at the bottom, if several reports have the same', () => {
		const days = '9–14 Nov in the comparison period are special days';
		const special = { scope: `only iOS · ${days}`, calendar: days };
		const { lines, scope } = combinedDigest(
			[one('orders: 12', special), one('users: 5', special), one('visits: 7')],
			OPTIONS,
		);
		expect(lines).toEqual(['orders: 12 (only iOS)', 'users: 5 (only iOS)', 'visits: 7']);
		expect(scope).toBe(`${days} · Shanghai time`);
		const alone = combinedDigest([one('orders: 12', special), one('visits: 7')], OPTIONS);
		expect(alone.lines[0]).toBe(`orders: 12 (only iOS · ${days})`);
	});

	it('have their dates once, behind the name, also where a notification has little room', () => {
		const dated = (headline: string, scope: string) =>
			one(`9–15 Nov: ${headline}`, { name: 'Orders', dates: '9–15 Nov', scope });
		const summaryOf = (scope: string) =>
			combinedDigest([dated('315', scope), dated('12', 'only ads')], OPTIONS).summary;
		expect(summaryOf('only iOS')).toBe(
			'2 reports, 9–15 Nov: Orders, 9–15 Nov: 315 (only iOS); Orders, 9–15 Nov: 12 (only ads)',
		);
		expect(summaryOf('only iOS '.repeat(60))).toBe(
			'2 reports, 9–15 Nov: Orders, 9–15 Nov: 315; Orders, 9–15 Nov: 12',
		);
		// The title of a single one has both.
		expect(combinedDigest([dated('315', '')], OPTIONS).summary).toBe('Orders, 9–15 Nov: 315');
	});

	it('are a line each, with what they leave out, in their order, after those that failed', () => {
		const { title, lines, scope, summary } = combinedDigest(parts, { ...OPTIONS, combine });
		expect(title).toBe('4 reports (1 failed)');
		expect(lines).toEqual([
			"❗Funnel: couldn't be loaded (“no such event”)",
			'orders: 12 (only platform = iOS)',
			'users: 5',
			'visits: 7',
		]);
		expect(scope).toBe('Shanghai time');
		expect(summary).toBe(
			"4 reports (1 failed): orders: 12 (only platform = iOS); users: 5; visits: 7; ❗Funnel: couldn't be loaded (“no such event”)",
		);
	});

	it('have what limits all of them once, at the end', () => {
		const some = [
			one('orders: 12', { scope: 'Not compared · 1-day conversion window' }),
			failedPart('Funnel', 'no such event'),
			one('users: 5', { scope: 'Not compared' }),
		];
		const { lines, scope } = combinedDigest(some, { ...OPTIONS, combine });
		expect(lines.slice(1)).toEqual(['orders: 12 (1-day conversion window)', 'users: 5']);
		expect(scope).toBe('Not compared · Shanghai time');
		const [alone] = combinedDigest(some.slice(0, 2), { ...OPTIONS, combine }).lines.slice(1);
		expect(alone).toBe('orders: 12 (Not compared · 1-day conversion window)');
	});

	it('begin with their names, of which those to look at are marked', () => {
		const some = [
			one('22 Nov: 12', { name: 'Orders' }),
			one('22 Nov: 5', { name: 'Users', isUnusual: true }),
			failedPart('', 'no'),
		];
		const { lines, named } = combinedDigest(some, { ...OPTIONS, combine });
		expect(named?.map(([name]) => name)).toEqual(['❗Report', 'Orders', '❗Users']);
		expect(lines[1]).toBe('Orders: 22 Nov: 12');
		expect(combinedDigest(partsIn({ parts: some }), { ...OPTIONS, combine }).lines).toEqual(lines);
	});

	it('are counted in the title, with the dates of all; a single one is named', () => {
		const week = { dates: '9–15 Nov' };
		const titleOf = (all: MessagePart[]) => combinedDigest(all, { ...OPTIONS, combine }).title;
		const orders = one('orders: 12', { ...week, name: 'Orders by city' });
		const users = one('users: 5', { ...week, name: 'Users' });
		expect(titleOf([orders])).toBe('Orders by city, 9–15 Nov');
		expect(titleOf([orders, users])).toBe('2 reports, 9–15 Nov');
		expect(titleOf([orders, one('b: 1', { dates: '8 Nov' })])).toBe('2 reports');
		expect(titleOf([failedPart('Funnel', 'no'), users])).toBe('2 reports (1 failed), 9–15 Nov');
		const some = [failedPart('Funnel', 'no'), { ...orders, isUnusual: true }, users];
		expect(titleOf(some)).toBe('3 reports (1 failed, 1 unusual), 9–15 Nov');
		const inChinese = some.map((part) => ({ ...part, language: 'zh' }));
		expect(combinedDigest(inChinese, { ...OPTIONS, combine, isProjectLanguage: true }).title).toBe(
			'3 份报表，其中 1 份失败、1 份超出常见范围，9–15 Nov',
		);
		// The notification has the name once.
		expect(combinedDigest([orders], { ...OPTIONS, combine }).summary).toBe(
			'Orders by city, 9–15 Nov: orders: 12',
		);
		const zh = [orders, users].map((part) => ({ ...part, language: 'zh' }));
		const options = { ...OPTIONS, combine, isProjectLanguage: true };
		expect(combinedDigest(zh, options).title).toBe('2 份报表，9–15 Nov');
		// A language that is chosen stays.
		expect(titleOf(zh)).toBe('2 reports, 9–15 Nov');
	});

	it('contain a number once, with its explanation', () => {
		const number = 'Sun 22 Nov: 54, down 10 from 64 on Sun 15 Nov';
		const detail = 'The change is mainly in city Beijing: 5';
		const own = { name: 'Orders', measure: 'orders', number };
		const linesOf = (all: MessagePart[], isUnusualFirst = false) =>
			combinedDigest(all, { ...OPTIONS, combine: { ...combine, isUnusualFirst } }).lines;
		const where = one(number, { ...own, detail, scope: 'only iOS' });
		const headline = `${number}; within the usual range for a Sunday (27–91)`;
		const usual = one(headline, { ...own, number: headline, scope: 'only iOS' });
		const users = one('5', { name: 'Users', measure: 'users', number: '5' });
		const both = `Orders: ${headline}. ${detail} (only iOS)`;
		expect(linesOf([usual, where])).toEqual([both]);
		expect(linesOf([usual, users, where])).toEqual([both, 'Users: 5']);
		expect(linesOf([where, usual])).toEqual([both]);
		expect(linesOf(partsIn({ parts: [usual, where] }))).toEqual([both]);
		expect(linesOf([users, where])).toEqual([
			'Users: 5',
			`Orders: ${number}. ${detail} (only iOS)`,
		]);
		// Behind another number, the explanation would be one of that number.
		const two = { ...usual, others: 'users: 48, up 9' };
		expect(linesOf(partsIn({ parts: [two] }))).toEqual([
			`Orders: ${headline}; users: 48, up 9 (only iOS)`,
		]);
		expect(linesOf(partsIn({ parts: [two, where] }))).toEqual([
			`Orders: ${headline}. ${detail}. users: 48, up 9 (only iOS)`,
		]);
		// The same number of another measure isn't the one that is explained.
		const other = { ...usual, name: 'Visits', measure: 'visits' };
		expect(linesOf([other, where])).toHaveLength(2);
		const more = [
			{ ...where, percent: -16 },
			{ ...users, percent: 90 },
			{ ...usual, percent: -15 },
		];
		expect(linesOf(more, true)).toEqual(['Users: 5', both]);
	});

	it('that say the same are one', () => {
		const orders = one('22 Nov: 12', { name: 'Orders' });
		expect(distinctParts([orders, { ...orders, percent: 3 }])).toHaveLength(1);
		expect(distinctParts([orders, { ...orders, scope: 'only iOS' }])).toHaveLength(2);
		expect(distinctParts([orders, { ...orders, zone: 'Tokyo time' }])).toHaveLength(2);
	});

	it('of an older version keep their title if they failed, and have no detail twice', () => {
		const old = [
			{ title: 'Funnel', headline: 'no such event', isError: true },
			{ title: 'Orders', headline: 'Orders 5. Where: A', number: '5', detail: 'Where: A' },
		];
		const { lines } = combinedDigest(partsIn({ parts: old }), { ...OPTIONS, combine });
		expect(lines).toEqual(["❗Funnel: couldn't be loaded (“no such event”)", 'Orders 5. Where: A']);
	});

	it('by what changed most, after what failed', () => {
		const { lines } = combinedDigest(parts, {
			...OPTIONS,
			combine: { title: 'All', isUnusualFirst: true },
		});
		expect(lines.map((line) => line.slice(0, 6))).toEqual([
			'❗Funne',
			'users:',
			'orders',
			'visits',
		]);
	});

	it('begin with what is unusual, if they are sorted by news, and keep their order otherwise', () => {
		const unusual = { ...one('9', { name: 'Refunds', percent: 12 }), isUnusual: true };
		const startsOf = (isUnusualFirst: boolean) =>
			combinedDigest([...parts, unusual], {
				...OPTIONS,
				combine: { title: 'All', isUnusualFirst },
			}).lines.map((line) => line.slice(0, 6));
		expect(startsOf(true)).toEqual(['❗Funne', '❗Refun', 'users:', 'orders', 'visits']);
		expect(startsOf(false)).toEqual(['❗Funne', 'orders', 'users:', 'visits', '❗Refun']);
	});

	it('begin with what was 0 before, if they are sorted by change', () => {
		const fromZero = partsIn({ parts: [one('errors: 5,000, from 0', { isFromZero: true })] });
		const { lines } = combinedDigest([...parts, ...fromZero], {
			...OPTIONS,
			combine: { title: 'All', isUnusualFirst: true },
		});
		expect(lines[1]).toBe('errors: 5,000, from 0');
	});

	it('name their time zones individually if they differ', () => {
		const some = [one('a: 1'), one('b: 2', { zone: 'Berlin time' })];
		const { lines, scope } = combinedDigest(some, { ...OPTIONS, combine });
		expect(lines).toEqual(['a: 1 (Shanghai time)', 'b: 2 (Berlin time)']);
		expect(scope).toBe('');
	});

	it('are 1,000 at most', () => {
		const parts = Array.from({ length: 1000 }, (_, index) => ({ headline: `r${index}` }));
		expect(partsIn({ parts })).toHaveLength(1000);
		expect(() => partsIn({ parts: [...parts, {}] })).toThrow(
			'The input has 1001 parts of a message, and the limit is 1000. Combine fewer reports at once',
		);
	});

	it('say how many have no room', () => {
		const many = Array.from({ length: 23 }, (_, index) => one(`r${index}: 1`));
		const { lines, notes } = combinedDigest(many, { ...OPTIONS, combine });
		expect(lines).toHaveLength(20);
		expect(notes()).toEqual(['3 more reports not shown']);
	});

	it('are in the language of the first one', () => {
		const chinese = one('订单数 12', { language: 'zh', zone: '北京时间' });
		const options = { ...OPTIONS, combine, isProjectLanguage: true };
		const failed = ['无此事件', 'Sensors Analytics rejected the request: no'];
		const parts = failed.map((error) => failedPart('漏斗', error));
		const { title, lines } = combinedDigest([chinese, ...parts], options);
		expect(title).toBe('3 份报表，其中 2 份失败');
		expect(lines).toEqual([
			'❗漏斗：未能取得（错误信息：“无此事件”）',
			'❗漏斗：未能取得：神策分析拒绝了请求（错误信息：“Sensors Analytics rejected the request: no”）',
			'订单数 12',
		]);
	});

	it('are as many as fit, and a note counts the others', () => {
		const many = Array.from({ length: 20 }, (_, index) =>
			one('x'.repeat(390), { name: `r${index}` }),
		);
		const digest = combinedDigest(many, { ...OPTIONS, combine });
		const { markdown_v2: text } = messageWriters.wecom.write(digest, OPTIONS) as {
			markdown_v2: { content: string };
		};
		const shown = text.content.split('\n- ').length - 1;
		expect(shown).toBeGreaterThan(5);
		expect(text.content).toContain(`${20 - shown} more reports not shown`);
	});

	it.each(formsThatTake('combine'))('have their names in bold in %s', (form) => {
		const digest = combinedDigest([one('22 Nov: 12', { name: 'Orders' })], { ...OPTIONS, combine });
		const item = JSON.stringify(messageWriters[form].write(digest, OPTIONS));
		const bold = {
			slack: '{"type":"text","text":"Orders","style":{"bold":true}}',
			feishu: '"content":"Orders","text_size":"heading"',
			html: '<b>Orders</b>: 22 Nov: 12',
			teams: '{"type":"TextRun","text":"Orders","weight":"Bolder"}',
		}[form as string];
		expect(item).toContain(bold ?? '- **Orders**: 22 Nov: 12');
	});

	it.each(formsThatTake('combine'))('have all of their lines in %s, escaped', (form) => {
		const some = [one('orders: 12'), ...HOSTILE.map((text) => one(text))];
		const digest = combinedDigest(some, { ...OPTIONS, combine });
		const item = JSON.stringify(messageWriters[form].write(digest, OPTIONS));
		expect(item).toContain('orders: 12');
		// Below all lines, as the scope of a single report.
		const visible = form === 'html' ? item.replace(/.*<body/, '') : item;
		expect(visible.lastIndexOf('Shanghai time')).toBeGreaterThan(visible.indexOf('orders: 12'));
		// Texts of these are not read as markup.
		const isPlain = ['slack', 'feishu'].includes(form);
		if (!isPlain) expect(item).not.toMatch(/<script>|@channel|@all|<!channel>/);
	});
});

describe('a part', () => {
	it('is the headline under its title, and comes back as it was', () => {
		const digest = digestOf(compared, { layout: 'digest', title: 'Sales' });
		const item = messageWriters.part.write(digest, { ...OPTIONS, title: 'Sales' });
		expect(partsIn(item)).toEqual(item.parts);
		expect(partsIn(item)[0]).toMatchObject({ name: 'Sales', headline: digest.lines[0] });
	});

	it('of an item from elsewhere is clean, or ignored', () => {
		expect(partsIn({})).toEqual([]);
		expect(partsIn({ parts: 'x' })).toEqual([]);
		expect(partsIn({ parts: [null, 3, {}, { headline: 'a\u202eb\nc', percent: 'x' }] })).toEqual([
			{ headline: 'ab c', name: '', dates: '', scope: '', zone: '', language: 'en' },
		]);
	});
});
