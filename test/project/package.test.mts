import { readFileSync } from 'node:fs';

import packageLock from '../../package-lock.json';
import packageJson from '../../package.json';

describe('the package', () => {
	it('needs nothing at run time', () => {
		expect(packageJson).not.toHaveProperty('dependencies');
		expect(packageJson.peerDependencies).toEqual({ 'n8n-workflow': '*' });
	});

	it('has a name and a description as n8n requires', () => {
		expect(packageJson.name).toMatch(/^n8n-nodes-/);
		expect(packageJson.keywords).toContain('n8n-community-node-package');
		expect(packageJson.license).toBe('MIT');
		const { credentials, nodes } = packageJson.n8n;
		expect([credentials.length, nodes.length]).toEqual([1, 2]);
	});

	it('has one version, which is the first of the changelog', () => {
		const { version } = packageJson;
		expect([packageLock.version, packageLock.packages[''].version]).toEqual([version, version]);
		const [, first] = /^## (.*)$/m.exec(readFileSync('CHANGELOG.md', 'utf8')) ?? [];
		expect(first?.split(' - ')[0]).toBe(version);
		expect(first).toMatch(/ - (not released|20\d\d-\d\d-\d\d)$/);
	});
});
