/** `npm run documents`: writes what is generated; `-- pictures` takes the screenshots. */
import { spawnSync } from 'node:child_process';

const isOfPictures = process.argv.includes('pictures');
const command = isOfPictures
	? ['tsx', 'scripts/screenshots.mts']
	: ['jest', 'test/engine/faults', 'test/engine/operationDocs', 'test/project/expressions'];
const { status, error } = spawnSync('npx', ['--no-install', ...command], { stdio: 'inherit' });
if (error) throw error;
process.exitCode = status ?? 1;
