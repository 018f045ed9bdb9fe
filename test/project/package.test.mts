import { readFileSync } from 'node:fs';

import packageLock from '../../package-lock.json';
import packageJson from '../../package.json';

describe('the package', () => {
	it('needs nothing at run time', () => {
		expect(packageJson).not.toHaveProperty('dependencies');
		expect(packageJson.peerDependencies).toEqual({ 'n8n-workflow': '*' });
	});

	it('has one version, which is the first of the changelog', () => {
		const { version } = packageJson;
		expect([packageLock.version, packageLock.packages[''].version]).toEqual([version, version]);
		const [, first] = /^## (.*)$/m.exec(readFileSync('CHANGELOG.md', 'utf8')) ?? [];
		expect(first?.split(' - ')[0]).toBe(version);
		expect(first).toMatch(/ - (not released|20\d\d-\d\d-\d\d)$/);
	});
});
