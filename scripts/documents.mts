/**
 * `npm run documents`: writes what is generated; `-- pictures` takes the screenshots, `-- pictures
 * messages` those of messages alone.
 */
import { spawnSync } from 'node:child_process';

const isOfPictures = process.argv.includes('pictures');
const command = isOfPictures
	? ['tsx', 'scripts/screenshots.mts', ...process.argv.filter((word) => word === 'messages')]
	: [
			...['jest', 'test/engine/faults', 'test/engine/operationDocs'],
			...['test/project/bounds', 'test/project/check', 'test/project/expressions'],
			'test/unit/nodes/SensorsAnalytics/reports/report.test',
		];
// npx calls itself the script that runs; the tests write where it is this one.
const env = { ...process.env, npm_lifecycle_event: 'documents' };
const [name = '', ...rest] = command;
const { status, error } = spawnSync(`node_modules/.bin/${name}`, rest, { stdio: 'inherit', env });
if (error) throw error;
process.exitCode = status ?? 1;
