/** Builds the package; with `--if-stale` only if `dist` is not what the sources of now give. */
import { build, buildIfStale } from '../test/support/build.mts';

await (process.argv.includes('--if-stale') ? buildIfStale((line) => console.log(line)) : build());
