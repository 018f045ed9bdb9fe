import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { bundleModules } from '../../scripts/bundle.mts';

const CACHE = 'node_modules/.cache/n8n-nodes-sensors-analytics';

/**
 * Modules as code that needs no loader, which would compile whatever is required then.
 * @param contents the code of a module that has them
 * @param use what is done with the file while it is there
 */
export function withModules<Given>(contents: string, use: (file: string) => Given): Given {
	mkdirSync(CACHE, { recursive: true });
	// Below node_modules, where n8n-workflow is found.
	const folder = mkdtempSync(join(process.cwd(), CACHE, 'bench-'));
	const file = join(folder, 'modules.cjs');
	try {
		bundleModules(contents, file);
		return use(file);
	} finally {
		rmSync(folder, { recursive: true });
	}
}
