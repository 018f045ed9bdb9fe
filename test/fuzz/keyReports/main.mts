/**
 * Reports that require an API key, judged by an oracle of their own.
 * Usage: npm run fuzz -- keyReports [cases] [seed]
 */
import { main } from '../harness/draws.mts';
import { subject } from './check.mts';

await main(subject);
