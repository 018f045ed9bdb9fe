/**
 * Reports beside the event report, judged by an oracle of their own.
 * Usage: npm run fuzz -- reports [cases] [seed]
 */
import { main } from '../harness/draws.mts';
import { subject } from './check.mts';

await main(subject);
