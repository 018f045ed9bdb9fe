/**
 * Builds the package; with `--if-stale` only if `dist` differs from what the current sources give,
 * with `--watch` again whenever a source changes.
 */
import { build, buildIfStale, watch } from '../test/support/build.mts';

if (process.argv.includes('--watch')) await watch();
else if (process.argv.includes('--if-stale')) await buildIfStale((line) => console.log(line));
else await build();
