/**
 * How far the tests go that could go on for ever: with `npm test` as far as it takes to meet every
 * kind of case once, with `npm run judge -- long` through all of them.
 */
export const isLong = process.env.TEST_EXTENT === 'long';

/** Cases of a property, many more in the long run. */
export const runs = (count: number) => ({ numRuns: isLong ? count * 20 : count });

/**
 * Of cases by chance: the same ones every time, so that a change is judged by itself; others in every
 * long run, whose failures name it.
 */
export const seed = isLong ? Date.now() % 1_000_000_000 : 1;
