/** Whether descriptions, names and errors teach: questions of an analyst, by a model that only reads. */
import { DISPLAY_NAMES } from '../../simulator/data/catalog.mts';
import { EVENTS, USER_PROPERTIES } from '../../simulator/data/shop.mts';
import { type Mode, TestWorld } from '../support/world.mts';
import { Facts } from './facts.mts';
import { converse } from './inEngine.mts';
import { isWord, wordsOf } from './model.mts';
import { questions, type Told } from './questions.mts';

const MOST_CALLS = 4;

describe('the plans', () => {
	const names = [
		...Object.keys(EVENTS),
		...Object.values(EVENTS).flatMap((properties) => Object.keys(properties)),
		...Object.keys(USER_PROPERTIES),
		...Object.values(DISPLAY_NAMES),
	];

	it.each(questions)(
		'of "$text" holds no name that the question does not say',
		({ text, query }) => {
			const asked = text.toLowerCase();
			const cheats = wordsOf(query).filter(
				(one) => names.includes(one) && !asked.includes(one.toLowerCase()),
			);
			expect(cheats).toEqual([]);
			const first: string[] = [];
			const collect = (part: unknown): void => {
				if (isWord(part)) first.push(part.word);
				else if (typeof part === 'object' && part !== null) Object.values(part).forEach(collect);
			};
			collect(query);
			for (const one of first) expect(asked).toContain(one.toLowerCase());
		},
	);
});

describe.each<Mode>(['account', 'key'])('an agent, signed in by %s', (mode) => {
	let t: TestWorld;
	let facts: Facts;
	let logins = 0;
	beforeAll(async () => {
		t = await TestWorld.start();
		facts = new Facts(t);
	});
	afterAll(async () => await t.stop());

	it.each(questions)('$text', async ({ read, right, unanswerable, ...plan }) => {
		const said = await converse(t, mode, plan, MOST_CALLS + 1);
		logins += t.takeLogins();
		const last = said.at(-1);
		const story = said
			.map(({ query, answer }) => `${JSON.stringify(query)}\n  ${answer}`)
			.join('\n');
		expect(said.length <= MOST_CALLS ? '' : story).toBe('');
		if (unanswerable) {
			expect(last?.answer).toMatch(unanswerable);
			return;
		}
		expect(last?.isError ? story : '').toBe('');
		const [told] = JSON.parse(last?.answer ?? '[]') as [Told];
		expect(read?.(told)).toEqual(right?.(facts));
	});

	it('logged in once for all of it, or not at all', () => {
		expect(logins).toBe(mode === 'account' ? 1 : 0);
	});
});
