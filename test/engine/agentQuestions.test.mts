/** Forty questions of analysts, answered by a model that knows nothing (test/agents). */
import { DateTime } from 'luxon';

import { EVENTS, USER_PROPERTIES } from '../../simulator/data/shop.mts';
import { faultOf } from '../agents/judge.mts';
import { MEANINGS, questions } from '../agents/questions.mts';
import { nextTurn, type ToolResult } from '../agents/scriptedModel.mts';
import { callTool } from '../agents/tools.mts';
import { Truth } from '../agents/truth.mts';
import { isLong } from '../support/extent.mts';
import { TestWorld } from '../support/world.mts';
import { withoutWaits } from '../support/waits.mts';

beforeAll(() => void withoutWaits());

const MOST_CALLS = 4;
const WAYS = ['account', 'key'];

describe('Questions of analysts', () => {
	let t: TestWorld;
	let right: Truth;
	beforeAll(async () => {
		t = await TestWorld.start();
		right = new Truth(t.world.shopOf('production'), DateTime.now());
	});
	afterAll(async () => await t.stop());

	it('are forty; plans hold words of the question alone, and no name of the project', () => {
		expect(questions).toHaveLength(40);
		const names = new Set(
			[
				...Object.keys(EVENTS),
				...Object.values(EVENTS).flatMap(Object.keys),
				...Object.keys(USER_PROPERTIES),
			].map((name) => name.toLowerCase()),
		);
		for (const { ask, finds, asks } of questions) {
			const reported = [...ask.matchAll(/\[([^\]]+)\]/g)].map(([, word]) => word);
			expect(reported).toEqual(expect.arrayContaining(finds.map(({ word }) => word)));
			const strings = JSON.stringify(asks.map(({ query }) => query)).match(/"[^"]+"/g) ?? [];
			const values = strings.map((text) => text.slice(1, -1).toLowerCase());
			expect(values.filter((value) => names.has(value))).toEqual([]);
		}
		const meanings = Object.values(MEANINGS).map((word) => word.toLowerCase());
		expect(meanings.filter((word) => names.has(word))).toEqual([]);
	});

	it.each(isLong ? [WAYS, WAYS.toReversed()] : [WAYS])(
		'are answered right within four calls, with one login at most, with an %s and a %s in turn',
		async (...ways) => {
			t.takeLogins();
			const faults: string[] = [];
			for (const [index, question] of questions.entries()) {
				const credential = ways[index % ways.length] as string;
				const reported: ToolResult[] = [];
				let turn = nextTurn(question, reported);
				while ('call' in turn && reported.length < MOST_CALLS) {
					reported.push({ ...turn.call, text: await callTool(t, turn.call, credential) });
					turn = nextTurn(question, reported);
				}
				const answer = 'answer' in turn ? turn.answer : 'asked for more calls';
				const fault = faultOf(question, right, answer);
				if (fault !== undefined) faults.push(`${question.ask} ${fault}`);
			}
			expect(faults).toEqual([]);
			expect(t.takeLogins()).toBeLessThanOrEqual(1);
		},
		60_000,
	);
});
