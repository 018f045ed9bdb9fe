/**
 * How far the tests go that could go on for ever: with `npm test` as far as it takes to meet every
 * kind of case once, with `npm run test:long` through all of them.
 */
export const isLong = process.env.TEST_EXTENT === 'long';

/** Cases of a property, many more in the long run. */
export const runs = (count: number) => ({ numRuns: isLong ? count * 20 : count });
