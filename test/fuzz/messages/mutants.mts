/**
 * Breaks the node in known ways, one at a time, and prints after how many messages the judge sees
 * it: `npm run fuzz -- messageMutants`.
 */
import { startSimulator } from '../../../simulator/server.mts';
import { runMutants } from '../harness/mutants.mts';
import { type Case, chanceOf, drawCase } from './cases.mts';
import { MESSAGE_FAULTS } from './faults.mts';
import { judgeCase } from './run.mts';
import { plantFalls, Truth } from './truth.mts';

const simulator = await startSimulator();
plantFalls(simulator.world);
const truth = new Truth(simulator.world);
const chance = chanceOf(1);
// The first of all kinds, and further ones that are rare: with usual ranges, or groups and changes,
// or of intervals.
const isRare = ({ usual, resource, layout, isCompared, groupBy }: Case) =>
	usual !== undefined ||
	(resource === 'interval' && layout === 'digest') ||
	(resource === 'event' && layout === 'digest' && (isCompared || groupBy !== undefined));
const cases = Array.from({ length: 1200 }, () => drawCase(chance)).filter(
	(one, index) => index < 400 || isRare(one),
);
await runMutants(MESSAGE_FAULTS, cases, async (drawn) => {
	const { faults } = await judgeCase(simulator, drawn, truth, new Map());
	return faults;
});
await simulator.close();
