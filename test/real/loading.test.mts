/** What both lines of n8n see of the package file: by its metadata as by its code. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { INodeProperties } from 'n8n-workflow';

import { type Seen, seenBy, withoutAdditions } from '../support/loading.mts';
import { installHost, installNode } from './support/cache.mts';
import { VERSIONS } from './support/n8n.mts';
import { installPackage, packageFile } from './support/package.mts';

describe.each(VERSIONS)('n8n %s', (version) => {
	it('sees the same with and without the code of the package, and its icons', async () => {
		const host = await installHost(`n8n-${version}`);
		const node = join((await installNode()).bin, 'node');
		const userFolder = await mkdtemp(join(tmpdir(), 'loading-'));
		try {
			const folder = await installPackage(await packageFile(), userFolder);
			const byCode = await seenBy('PackageDirectoryLoader', { host, folder, node });
			const byMetadata = await seenBy('LazyPackageDirectoryLoader', { host, folder, node });
			expect(byMetadata.files).toBe(0);
			expect(byMetadata.lost).toEqual([]);
			expect(withoutWordsOfTimes(byMetadata)).toEqual(withoutWordsOfTimes(byCode));
			expect(byMetadata.known).toEqual(byCode.known);
			for (const [index, { description, ...rest }] of byMetadata.nodes.entries()) {
				expect(byCode.nodes[index]).toMatchObject(rest);
				const { properties: _read, ...reported } = byMetadata.types.nodes[index] ?? {};
				const { properties: _loaded, ...used } = description;
				expect(withoutAdditions(used)).toEqual(withoutAdditions(reported));
			}
		} finally {
			await rm(userFolder, { recursive: true });
		}
		// A busy machine takes more than half a minute for the install and two loads.
	}, 120_000);
});

/**
 * When a trigger polls is a field of n8n's own: the metadata have it as the n8n has it that they
 * were made with. Others may explain it in other words, but must know the same values.
 */
function withoutWordsOfTimes({ types }: Seen): object {
	const nodes = types.nodes.map((node) => ({
		...node,
		properties: (node.properties as INodeProperties[]).map((field) =>
			field.name === 'pollTimes'
				? (JSON.parse(
						JSON.stringify(field, (key, value: unknown) =>
							key === 'description' ? undefined : value,
						),
					) as INodeProperties)
				: field,
		),
	}));
	return { ...types, nodes };
}
