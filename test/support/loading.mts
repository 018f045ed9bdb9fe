/** The package in the loaders of an n8n, each in a process of its own. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import type { IDataObject } from 'n8n-workflow';

const execute = promisify(execFile);
const BIG = 16 * 1024 * 1024;

/** As loading.cjs prints it. */
export interface Seen {
	types: { nodes: IDataObject[]; credentials: IDataObject[] };
	known: { nodes: Record<string, IDataObject>; credentials: Record<string, IDataObject> };
	nodes: Array<{
		name: string;
		sourcePath: string;
		description: IDataObject;
		lists: string[];
		runs: string[];
	}>;
	credentials: Array<{ name: string; sourcePath: string; type: IDataObject; runs: string[] }>;
	icons: string[];
	/** Icons that are not where n8n looks for them. */
	lost: string[];
	/** Files of code of the package that were loaded to list what it has. */
	files: number;
	/** Milliseconds; all but the first are those in which the process worked. */
	spent: { took: number; cpu: number; firstUse: number };
}

type Loader = 'PackageDirectoryLoader' | 'LazyPackageDirectoryLoader';

/**
 * @param host folder with the `node_modules` of an n8n
 * @param folder of the package
 */
export async function seenBy(
	loader: Loader,
	{ host = '.', folder = '.', node = process.execPath } = {},
): Promise<Seen> {
	const { stdout } = await execute(node, ['test/support/loading.cjs', host, folder, loader], {
		// As n8n finds its own packages for those that are installed elsewhere.
		env: { ...process.env, NODE_PATH: `${host}/node_modules`, NODE_OPTIONS: '' },
		maxBuffer: BIG,
	});
	return JSON.parse(stdout) as Seen;
}

/** Without what n8n itself adds in one of the two ways only. */
export function withoutAdditions({
	communityNodePackageVersion: _version,
	supportedNodes: _nodes,
	httpRequestNode,
	...rest
}: IDataObject): IDataObject {
	if (!httpRequestNode) return rest;
	const { hidden: _hidden, ...own } = httpRequestNode as IDataObject;
	return { ...rest, httpRequestNode: own };
}
