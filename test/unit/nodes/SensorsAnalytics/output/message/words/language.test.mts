/** With Chinese words no English one is left in any message, with English words no Chinese one. */
import fc from '../../../../../../support/fastCheck.mts';
import { messageWriters } from '../../../../../../../nodes/SensorsAnalytics/output/message';
import type { MessageOptions } from '../../../../../../../nodes/SensorsAnalytics/output/message/options';
import * as explain from '../../../../../../../nodes/SensorsAnalytics/output/message/explain';
import * as sentences from '../../../../../../../nodes/SensorsAnalytics/output/message/sentences';
import * as words from '../../../../../../../nodes/SensorsAnalytics/output/message/words';
import { readers, TARGETS } from '../../../../../../fuzz/messages/targets.mts';
import { writeNotes } from '../../../../../../../nodes/SensorsAnalytics/output/meta';
import type { Note } from '../../../../../../../nodes/SensorsAnalytics/table/table';
import { digestOf, OPTIONS } from '../../../../../../support/digests.mts';
import { everyKind } from '../../../../../../support/modelTables.mts';

type Words = { [name: string]: unknown };

const DICTIONARIES: Array<[string, Words, Words]> = [
	['words', words.chinese as unknown as Words, words.english as unknown as Words],
	['sentences', sentences.chinese as unknown as Words, sentences.english as unknown as Words],
	['explain', explain.chinese as unknown as Words, explain.english as unknown as Words],
];
const UNITS = ['minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'];
const KINDS = ['same', 'about', 'fromZero', 'amount', 'times', 'percent', 'points'];
const CHOICES = ['over', 'open', 'cut', 'short', 'hours', 'days', 'value'];
/** What words are made with: numbers, and what chooses among them. */
const one = Object.assign(new String('7'), { name: '7', number: '7', beside: '7', dates: ['7'] });
const argument = fc.oneof(
	fc.constantFrom('7', '', 0, 1, 3, -1, null, undefined, true, false, ...UNITS, ...CHOICES),
	fc.constantFrom(...KINDS).map((kind) =>
		Object.assign([one, one], {
			name: '7',
			number: '7',
			beside: '7',
			dates: ['7', '7', '7'],
			kind,
			amount: '+7',
			percent: '7',
			before: '7',
			unit: '7',
			way: 1,
		}),
	),
);
const samples = new Map<number, unknown[][]>();
/** Made once for all functions with as many parameters. */
function argumentsOf(count: number): unknown[][] {
	const given = fc.array(argument, { minLength: count, maxLength: count });
	const sample = samples.get(count) ?? fc.sample(given, { numRuns: 400, seed: 1 });
	samples.set(count, sample);
	return sample;
}
const GIVEN = new RegExp(
	[...CHOICES, ...UNITS, 'undefined', 'null', 'true', 'false'].join('|'),
	'g',
);
/** What is no word of a language: where an event ends, and BCP 47; the service says LTV and Session in both. */
const isForeign = (text: string, isChinese: boolean) =>
	isChinese
		? /[A-Za-z]/.test(text.replace(GIVEN, '').replace(/LTV|Session/, ''))
		: /\p{Script=Han}/u.test(text);

function* textsOf(value: unknown, path: string): Generator<[string, unknown]> {
	if (typeof value === 'object' && value !== null)
		for (const [name, part] of Object.entries(value)) yield* textsOf(part, `${path}.${name}`);
	else yield [path, value];
}

describe.each(DICTIONARIES)('all of %s', (_name, chinese, english) => {
	it.each([
		['Chinese', chinese, true],
		['English', english, false],
	])('are %s', (_language, all, isChinese) => {
		const faults: unknown[] = [];
		for (const [path, text] of textsOf(all, '')) {
			if (path === '.language') continue;
			if (typeof text !== 'function') {
				if (isForeign(String(text), isChinese)) faults.push([path, text]);
				continue;
			}
			let count = 0;
			const write = text as (...given: unknown[]) => unknown;
			for (const some of argumentsOf(write.length)) {
				let reported: unknown;
				try {
					reported = write.apply(all, some);
				} catch (error) {
					// Not everything goes with everything.
					if (!(error instanceof TypeError)) faults.push([path, error]);
					continue;
				}
				count++;
				if (isForeign(String(reported), isChinese)) faults.push([path, reported]);
			}
			if (count === 0) faults.push([path, 'takes nothing']);
		}
		expect(faults).toEqual([]);
	});
});

const NOTES: Note[] = [
	...(['partial', 'noPartner', 'notShown', 'noChange'] as const).map((kind) => ({
		kind,
		periods: Array.from({ length: 9 }, (_, index) => `2026-0${index + 1}-01`),
	})),
	...(['totalNotAlike', 'unknown', 'hoursNotTotalled', 'underWay', 'leftOut'] as const).map(
		(kind) => ({
			kind,
		}),
	),
	{ kind: 'daysDiffer', days: 1, daysBefore: 2 },
	...['', ...UNITS].map((unit) => ({ kind: 'noCompletePeriod' as const, unit })),
	{ kind: 'lateBefore', until: '1' },
	{ kind: 'windowOpen', from: '1' },
	{ kind: 'windowOpen', from: '1', until: '2' },
];

it('notes', () => {
	for (const note of writeNotes(NOTES, 'zh')) expect(note).not.toMatch(/[A-Za-z]/);
	for (const note of writeNotes(NOTES)) expect(note).not.toMatch(/\p{Script=Han}/u);
});

const DATA = /Beijing|Shanghai|北京|上海|深圳|A very long name of a(?:nother)? city|now and then/g;

describe('a message of every shape, for every target', () => {
	const facts = { timeZone: 'Asia/Shanghai', requestedAt: '2026-11-02T04:00:00.000Z' };
	const options = { title: '', link: 'https://1', style: 'markdown' } as Partial<MessageOptions>;
	const shapes = everyKind.filter(([name]) => name !== 'hostile texts');
	const names = { zh: () => '名称', en: () => 'name' };
	it.each(
		shapes.flatMap(([name, table]) =>
			(['digest', 'people', 'rows'] as const).map((layout) => [name, layout, table] as const),
		),
	)('%s as %s', (name, layout, table) => {
		for (const language of ['zh', 'en'] as const) {
			const numbers = { ...OPTIONS.numbers, locale: language === 'zh' ? 'zh-CN' : 'en-US' };
			const wanted = { ...options, layout, numbers };
			const unit = name.startsWith('hours') ? 'hour' : 'day';
			const request = { ...facts, unit, names: names[language] };
			const digest = digestOf(table, wanted, undefined, request);
			for (const target of TARGETS) {
				const item = messageWriters[target].write(digest, { ...OPTIONS, ...wanted });
				const {
					title,
					bold,
					facts: reported,
					items,
					small,
					table: cells = [],
				} = readers[target](item);
				const all = [title, ...bold, ...reported, ...items, small, ...cells.flat(), digest.summary];
				// Groups are data.
				const own = all.join('\n').replace(DATA, '');
				expect(own).toMatch(/\S/);
				expect(own).not.toMatch(language === 'zh' ? /[A-Za-z]/ : /\p{Script=Han}/u);
			}
		}
	});
});
