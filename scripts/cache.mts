/** Fills the cache folder with what the slower suites install: complete n8n, Node.js, the scan. */
import { HOST_NAMES, installHost } from '../test/real/support/cache.mts';

for (const name of HOST_NAMES) await installHost(name, (line) => console.log(line));
