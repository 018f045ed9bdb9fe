/**
 * Builds the package; with `--if-stale` only if `dist` is not what the sources of now give, with
 * `--watch` its code again whenever a source changes.
 */
import { build, buildIfStale, watch } from '../test/support/build.mts';

if (process.argv.includes('--watch')) await watch();
else if (process.argv.includes('--if-stale')) await buildIfStale((line) => console.log(line));
else await build();
