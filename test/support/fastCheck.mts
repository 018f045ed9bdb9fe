/** fast-check, which draws the same cases in every `npm test`. */
import fc from 'fast-check';

import { seed } from './extent.mts';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });

export { default } from 'fast-check';
