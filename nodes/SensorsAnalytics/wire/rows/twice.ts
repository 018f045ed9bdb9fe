/** The first entry that stood there before. */
export function firstTwice<One>(list: readonly One[]): One | undefined {
	const seen = new Set<One>();
	return list.find((one) => seen.size === seen.add(one).size);
}
