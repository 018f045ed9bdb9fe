import { betweenPieces } from '../../../credentials/http/slices';

/**
 * Works on all indexes, some side by side, and gives the results in their order. The first one
 * that makes a request goes alone: a login that it may need then serves all.
 * @param isWarm whether a request has been answered yet
 * @param rest lets others have their turn: what is refused before it asks waits for no network
 * @throws the failure of the lowest index, after those under way have ended; no new ones start
 */
export async function runSideBySide<Result>(
	count: number,
	atOnce: number,
	work: (index: number) => Promise<Result>,
	isWarm: () => boolean,
	rest = betweenPieces(),
): Promise<Result[]> {
	const results = new Array<Result>(count);
	const failures = new Map<number, unknown>();
	let next = 0;
	const takeOne = async () => {
		const index = next++;
		try {
			results[index] = await work(index);
		} catch (error) {
			failures.set(index, error);
		}
		await rest();
	};
	const isOver = () => next >= count || failures.size > 0;

	while (!isOver() && !isWarm()) await takeOne();
	const lane = async () => {
		while (!isOver()) await takeOne();
	};
	await Promise.all(Array.from({ length: Math.max(1, atOnce) }, lane));
	const [first] = [...failures.keys()].sort((a, b) => a - b);
	if (first !== undefined) throw failures.get(first);
	return results;
}
