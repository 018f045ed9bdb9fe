import { messageWriters } from '../../../../../../nodes/SensorsAnalytics/output/message';
import {
	type MessagePart,
	combinedDigest,
	failedPart,
	partsIn,
} from '../../../../../../nodes/SensorsAnalytics/output/message/part';
import { formsThatTake } from '../../../../../../nodes/SensorsAnalytics/output/message/forms';
import { digestOf, HOSTILE, OPTIONS, compared } from '../../../../../support/digests.mts';

const one = (headline: string, more: Partial<MessagePart> = {}): MessagePart => ({
	headline,
	title: '',
	subject: '',
	dates: '',
	scope: '',
	zone: 'Shanghai time',
	language: 'en',
	...more,
});
const combine = { title: '', isByChange: false };

describe('several reports in one message', () => {
	const parts = [
		one('orders: 12', { percent: -3, scope: 'only platform = iOS' }),
		failedPart('Funnel', 'no such event'),
		one('users: 5', { percent: 40 }),
		one('visits: 7'),
	];

	it('are a line each, with what they leave out, in their order', () => {
		const { title, lines, scope, summary } = combinedDigest(parts, { ...OPTIONS, combine });
		expect(title).toBe('Funnel');
		expect(lines).toEqual([
			'orders: 12 (only platform = iOS)',
			'Report “Funnel” failed: no such event',
			'users: 5',
			'visits: 7',
		]);
		expect(scope).toBe('Shanghai time');
		expect(summary).toBe(
			'Funnel: orders: 12 (only platform = iOS); Report “Funnel” failed: no such event; users: 5; visits: 7',
		);
	});

	it('have the names of all that fit, the number of others, and the dates of all', () => {
		const week = { dates: '9–15 Nov' };
		const titleOf = (all: MessagePart[], isZh = false) =>
			combinedDigest(all, {
				...OPTIONS,
				combine,
				numbers: { ...OPTIONS.numbers, locale: isZh ? 'zh-CN' : 'en-US' },
			}).title;
		const orders = one('orders: 12', { ...week, subject: 'Orders by city' });
		const users = one('users: 5', { ...week, subject: 'Users' });
		expect(titleOf([orders])).toBe('Orders by city, 9–15 Nov');
		expect(titleOf([orders, users])).toBe('Orders by city, Users, 9–15 Nov');
		// What explains the number directly above is none.
		const number = 'orders: 12';
		const why = one(`${number}; A`, { ...week, subject: 'Orders', number, detail: 'A' });
		expect(titleOf([orders, why])).toBe('Orders by city, 9–15 Nov');
		expect(titleOf([orders, users, why])).toBe('Orders by city, Users, 9–15 Nov');
		expect(titleOf([why, users])).toBe('Orders, Users, 9–15 Nov');
		expect(titleOf([orders, one('b: 1', { dates: '8 Nov', subject: 'B' }), users])).toBe(
			'Orders by city, B, Users',
		);
		expect(titleOf([failedPart('Funnel', 'no'), users])).toBe('Funnel, Users, 9–15 Nov');
		expect(titleOf([orders, users], true)).toBe('Orders by city、Users，9–15 Nov');
		const many = [...'ABC'].map((name) => one(name, { subject: name.repeat(60) }));
		const [first, second] = many.map(({ subject }) => subject);
		const two = [one('1', { subject: first }), ...many];
		expect(titleOf(two)).toBe(`${first} and 2 more reports`);
		expect(titleOf(two, true)).toBe(`${first}等 4 份报表`);
		expect(titleOf(many.slice(1, 2))).toBe(second);
	});

	it('contain a number once: its explanation has only the rest', () => {
		const number = 'orders Sun 22 Nov: 54, down 10 from 64 on Sun 15 Nov';
		const detail = 'The change is mainly in city Beijing: 5';
		const where = one(`${number}; ${detail}`, { number, detail });
		const linesOf = (all: MessagePart[]) => combinedDigest(all, { ...OPTIONS, combine }).lines;
		const usual = one(`${number}; within the usual range for a Sunday (27–91)`);
		expect(linesOf([usual, where])).toEqual([usual.headline, detail]);
		expect(linesOf([one('users: 5'), where])).toEqual(['users: 5', where.headline]);
		// Below another number, it would read as if it explained that one.
		const both = one(`users: 5; ${number}`);
		expect(linesOf([both, where])[1]).toBe(where.headline);
		expect(linesOf([where, usual])).toEqual([where.headline, usual.headline]);
		// A report between the two would separate the explanation from its number.
		expect(linesOf([usual, one('users: 5'), where])).toEqual([usual.headline, detail, 'users: 5']);
		const own = one(`Mine: ${usual.headline}`, { title: 'Mine' });
		expect(linesOf([own, where])).toEqual([own.headline, detail]);
		const byChange = { ...OPTIONS, combine: { ...combine, isByChange: true } };
		const more = [
			{ ...where, percent: -16 },
			one('users: 5', { percent: 90 }),
			{ ...usual, percent: -15 },
		];
		expect(combinedDigest(more, byChange).lines).toEqual(['users: 5', usual.headline, detail]);
		expect(linesOf(partsIn({ parts: [usual, where] }))).toEqual([usual.headline, detail]);
	});

	it('by what changed most, what failed last', () => {
		const { lines } = combinedDigest(parts, {
			...OPTIONS,
			combine: { title: 'All', isByChange: true },
		});
		expect(lines.map((line) => line.slice(0, 6))).toEqual(['users:', 'orders', 'visits', 'Report']);
	});

	it('begin with what was 0 before, if they are sorted by change', () => {
		const fromZero = partsIn({ parts: [one('errors: 5,000, from 0', { isFromZero: true })] });
		const { lines } = combinedDigest([...parts, ...fromZero], {
			...OPTIONS,
			combine: { title: 'All', isByChange: true },
		});
		expect(lines[0]).toBe('errors: 5,000, from 0');
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

	it('are Chinese where the project is', () => {
		const chinese = one('订单数 12', { language: 'zh', zone: '北京时间' });
		const { title, lines } = combinedDigest([chinese, failedPart('漏斗', '无此事件')], {
			...OPTIONS,
			isProjectLanguage: true,
			combine,
		});
		expect(title).toBe('漏斗');
		expect(lines[1]).toBe('报表“漏斗”获取失败，错误信息（英文）：无此事件');
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
		expect(partsIn(item)[0]?.headline).toBe(`Sales: ${digest.lines[0]}`);
	});

	it('of an item from elsewhere is clean, or ignored', () => {
		expect(partsIn({})).toEqual([]);
		expect(partsIn({ parts: 'x' })).toEqual([]);
		expect(partsIn({ parts: [null, 3, {}, { headline: 'a\u202eb\nc', percent: 'x' }] })).toEqual([
			{ headline: 'ab c', title: '', subject: '', dates: '', scope: '', zone: '', language: 'en' },
		]);
	});
});
