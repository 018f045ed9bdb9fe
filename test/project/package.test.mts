import packageJson from '../../package.json';

describe('the package', () => {
	it('needs nothing at run time', () => {
		expect(packageJson).not.toHaveProperty('dependencies');
		expect(packageJson.peerDependencies).toEqual({ 'n8n-workflow': '*' });
	});
});
