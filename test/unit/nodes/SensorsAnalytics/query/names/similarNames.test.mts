import { atOnce } from '../../../../../../credentials/http/slices';
import { suggestionSteps } from '../../../../../../nodes/SensorsAnalytics/query/names';
import { distanceOf, typosIn } from '../../../../../../nodes/SensorsAnalytics/query/spelling';

const suggestion = (...given: Parameters<typeof suggestionSteps>) =>
	atOnce(suggestionSteps(...given));
const entry = (name: string, displayName = name) => ({ name, displayName });

/** As textbooks have it, without any limit. */
function plainDistance(a: string, b: string): number {
	const rows = Array.from({ length: a.length + 1 }, (_row, i) =>
		Array.from({ length: b.length + 1 }, (_cell, j) => (i === 0 ? j : j === 0 ? i : 0)),
	);
	for (let i = 1; i <= a.length; i++) {
		for (let j = 1; j <= b.length; j++) {
			const [row, above] = [rows[i] as number[], rows[i - 1] as number[]];
			row[j] = Math.min(
				(above[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1),
				(above[j] as number) + 1,
				(row[j - 1] as number) + 1,
			);
		}
	}
	return rows.at(-1)?.at(-1) as number;
}

describe('Names that are like one', () => {
	it('counts letters as the complete table would, up to the limit', () => {
		const letters = ['', 'a', 'b', 'ab', 'ba', 'aab', 'abab', 'baabba', 'aaaaaaa', 'bababab'];
		for (const a of letters) {
			for (const b of letters) {
				for (const most of [0, 1, 2, 3, 5]) {
					const wanted = plainDistance(a, b);
					const found = distanceOf(a, b, most);
					if (wanted <= most) expect([a, b, most, found]).toEqual([a, b, most, wanted]);
					else expect(found).toBeGreaterThan(most);
				}
			}
		}
	});

	it('is not misled by the names that were compared before', () => {
		const names = ['PayOrderAndMore', 'PayOder', 'x', 'PayOrderAndMoreStill', 'yaPredrO', 'PayOrd'];
		for (const a of names)
			for (const b of names)
				expect([a, b, Math.min(distanceOf(a, b, 10), 11)]).toEqual([
					...[a, b, Math.min(plainDistance(a, b), 11)],
				]);
	});

	it('compares a limited number of names per step', () => {
		const steps = suggestionSteps(
			'PayOrdr',
			Array.from({ length: 5000 }, (_, n) => entry(`PayOr${n}`)),
		);
		let count = 0;
		while (!steps.next().done) count++;
		expect(count).toBe(10);
	});

	it('allows at most ten wrong letters, however long a name is', () => {
		expect(['ab', 'abcd', 'a'.repeat(20), 'a'.repeat(1000)].map(typosIn)).toEqual([1, 2, 5, 10]);
	});

	it('names the nearest, and the name of a display name, briefly', () => {
		expect(suggestion('PayOrdr', [entry('PayOrder'), entry('Other')])).toBe(
			"'PayOrdr': did you mean PayOrder?",
		);
		const long = suggestion('支付', [entry('x'.repeat(5000), '支付')]);
		expect(long).toContain('is the display name of xxx');
		expect(long?.length).toBeLessThan(300);
	});
});
