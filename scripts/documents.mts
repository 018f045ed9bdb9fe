/**
 * `npm run documents`: writes generated documents; `-- pictures` takes the screenshots, `--
 * pictures messages` only those of messages.
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
// npx sets the name of the running script to its own; the tests write if it is this one.
const env = { ...process.env, npm_lifecycle_event: 'documents' };
const [name = '', ...rest] = command;
const { status, error } = spawnSync(`node_modules/.bin/${name}`, rest, { stdio: 'inherit', env });
if (error) throw error;
process.exitCode = status ?? 1;
