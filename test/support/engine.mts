import './environment.mts';

import {
	ExecuteContext,
	ExecutionLifecycleHooks,
	LoadOptionsContext,
	PackageDirectoryLoader,
	PollContext,
	RoutingNode,
	WorkflowExecute,
} from 'n8n-core';
import type {
	ICredentialType,
	IDataObject,
	INode,
	INodeExecutionData,
	INodeType,
	INodeTypes,
	IRun,
	IWorkflowBase,
	IWorkflowExecuteAdditionalData,
	NodeParameterValueType,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { createEmptyRunExecutionData, Workflow } from 'n8n-workflow';

import { type CredentialRows, CredentialStore } from './credentialStore.mts';
import { noteRun } from './snapshot.mts';

export const NODE_TYPE = 'n8n-nodes-sensors-analytics.sensorsAnalytics';
/** As n8n calls its copy of the node that models use. */
export const TOOL_TYPE = `${NODE_TYPE}Tool`;
const TRIGGER_TYPE = 'n8n-nodes-sensors-analytics.sensorsAnalyticsTrigger';
export const CREDENTIAL_TYPE = 'sensorsAnalyticsApi';
let executions = 0;
const LOCAL = 'http://127.0.0.1:5678/';

type WorkflowJson = Pick<IWorkflowBase, 'name' | 'nodes' | 'connections'> & Partial<IWorkflowBase>;

/** n8n-core with the built package, as n8n's package loader loads it. */
export class Engine {
	private constructor(
		private readonly nodeTypes: INodeTypes,
		readonly credentials: CredentialStore,
		readonly credentialType: ICredentialType,
		readonly nodeType: INodeType,
		private readonly triggerType: INodeType,
	) {}

	/**
	 * Loads the built package.
	 * @param rows where credentials are stored; in memory if left out
	 */
	static async start(rows?: CredentialRows): Promise<Engine> {
		const loader = new PackageDirectoryLoader(process.cwd());
		await loader.loadAll();
		const ours = loader.getNode('sensorsAnalytics').type as INodeType;
		const ourTrigger = loader.getNode('sensorsAnalyticsTrigger').type as INodeType;
		const { type } = loader.getCredential(CREDENTIAL_TYPE);
		const byName: Record<string, INodeType> = {
			[NODE_TYPE]: ours,
			[TOOL_TYPE]: ours,
			[TRIGGER_TYPE]: ourTrigger,
			[TRIGGER]: trigger,
		};
		const find = (name: string) => {
			const found = byName[name];
			if (!found) throw new Error(`The engine has no node type '${name}'`);
			return found;
		};
		const nodeTypes: INodeTypes = {
			getByName: find,
			getByNameAndVersion: find,
			getKnownTypes: () => ({}),
		};
		return new Engine(
			nodeTypes,
			new CredentialStore({ [CREDENTIAL_TYPE]: type }, rows),
			type,
			ours,
			ourTrigger,
		);
	}

	/**
	 * As `start`, but for the package it is a new process: its modules keep state (logins
	 * under way, known tokens), of which nothing is left.
	 */
	static async startProcess(rows: CredentialRows): Promise<Engine> {
		globalThis.forgetPackage();
		return await Engine.start(rows);
	}

	/** Starts a workflow from its trigger, whose output are `items`; the result can be cancelled. */
	run(
		json: WorkflowJson,
		items: IDataObject[] = [{}],
		mode: WorkflowExecuteMode = 'cli',
	): ReturnType<WorkflowExecute['run']> {
		const workflow = new Workflow({
			id: 'workflow',
			active: false,
			nodeTypes: this.nodeTypes,
			settings: { timezone: 'Asia/Shanghai', ...json.settings, executionOrder: 'v1' },
			name: json.name,
			nodes: json.nodes.filter(({ type }) => type !== STICKY_NOTE),
			connections: json.connections,
		});
		const additionalData = this.additionalData(json);
		const start = json.nodes.find(({ type }) => type === TRIGGER) as INode;
		const pinData = { [start.name]: items.map((item) => ({ json: item })) };
		return new WorkflowExecute(additionalData, mode).run({
			workflow,
			startNode: start,
			pinData,
		});
	}

	/**
	 * What a list of the form shows, as the editor asks for it.
	 * @param path of the field, for example `parameters.measures.measure[0].field`
	 */
	async listChoices(
		method: string,
		parameters: NodeParameters,
		{ credential = 'account', path = 'parameters.x', filter = '' } = {},
	): Promise<Array<{ name: string; value: unknown }>> {
		const node = nodeWith(parameters, credential);
		const json = { name: 'List', nodes: [node], connections: {} };
		const workflow = new Workflow({ ...json, active: false, nodeTypes: this.nodeTypes });
		const data = { ...this.additionalData(json), currentNodeParameters: node.parameters };
		const context = new LoadOptionsContext(workflow, node, data, path);
		const search = this.nodeType.methods?.listSearch?.[method];
		if (!search) throw new Error(`The node has no list '${method}'`);
		return (await search.call(context, filter)).results;
	}

	/**
	 * The context of one poll of our trigger.
	 * @param staticData what n8n keeps of the workflow; the poll changes it
	 */
	pollContext(
		parameters: NodeParameters,
		staticData: IDataObject,
		{
			credential = 'secret',
			mode = 'trigger' as WorkflowExecuteMode,
			workflowId = undefined as string | undefined,
			name = NODE_NAME,
		} = {},
	): PollContext {
		const node: INode = { ...nodeWith(parameters, credential), type: TRIGGER_TYPE, name };
		const json = { name: 'Poll', nodes: [node], connections: {} };
		const workflow = new Workflow({
			...json,
			id: workflowId,
			active: true,
			nodeTypes: this.nodeTypes,
			staticData,
			settings: { timezone: 'Asia/Shanghai' },
		});
		return new PollContext(workflow, node, this.additionalData(json), mode, 'activate');
	}

	/** One poll of our trigger, at that moment for n8n-core and the package. */
	async poll(context: PollContext, moment = new Date()): Promise<INodeExecutionData[][] | null> {
		globalThis.setPackageClock(moment);
		try {
			return (await this.triggerType.poll?.call(context)) ?? null;
		} finally {
			globalThis.setPackageClock();
		}
	}

	/**
	 * Presses "Test" of a stored credential, as n8n's credentials-tester.service does it.
	 * @throws what the form shows
	 */
	async testCredential(id: string): Promise<void> {
		const { test } = this.credentialType;
		const type = {
			description: {
				...trigger.description,
				name: 'temp',
				credentials: [{ name: CREDENTIAL_TYPE, required: true }],
				properties: [
					{
						displayName: 'Temp',
						name: 'temp',
						type: 'string',
						routing: { request: test?.request },
						default: '',
					},
				],
			},
		} as unknown as INodeType;
		const node = { ...nodeWith({}, id), type: 'temp' };
		const json = { name: 'Test', nodes: [node], connections: {} };
		const nodeTypes: INodeTypes = {
			getByName: () => type,
			getByNameAndVersion: () => type,
			getKnownTypes: () => ({}),
		};
		const context = new ExecuteContext(
			new Workflow({ ...json, active: false, nodeTypes }),
			node,
			this.additionalData(json),
			'internal',
			createEmptyRunExecutionData(),
			0,
			[],
			{ main: [[{ json: {} }]] },
			{ node, data: {}, source: null } as never,
			[],
		);
		const data = await this.credentials.read(id);
		await new RoutingNode(context, type, {
			id,
			name: id,
			type: CREDENTIAL_TYPE,
			data,
		}).runNode();
	}

	private additionalData(json: WorkflowJson): IWorkflowExecuteAdditionalData {
		const base = { ...json, id: 'workflow', active: false } as IWorkflowBase;
		const executionId = `execution ${++executions}`;
		return {
			credentialsHelper: this.credentials,
			hooks: new ExecutionLifecycleHooks('cli', executionId, base),
			executionId,
			currentNodeExecutionIndex: 0,
			restApiUrl: LOCAL,
			instanceBaseUrl: LOCAL,
			formBaseUrl: LOCAL,
			formWaitingBaseUrl: LOCAL,
			formTestBaseUrl: LOCAL,
			webhookBaseUrl: LOCAL,
			webhookWaitingBaseUrl: LOCAL,
			webhookTestBaseUrl: LOCAL,
			variables: {},
		} as unknown as IWorkflowExecuteAdditionalData;
	}

	/** Runs our node alone, once per input item. */
	async runNode(parameters: NodeParameters, options: RunNodeOptions = {}): Promise<NodeRun> {
		const run = readNodeRun(await this.startNode(parameters, options), NODE_NAME);
		noteRun(parameters, run);
		return run;
	}

	/** As runNode, to be cancelled. */
	startNode(
		parameters: NodeParameters,
		{ credential = 'account', items = [{}], mode, ...settings }: RunNodeOptions = {},
	): ReturnType<WorkflowExecute['run']> {
		const node: INode = { ...nodeWith(parameters, credential), ...settings };
		const start: INode = {
			id: 'start',
			name: 'Start',
			type: TRIGGER,
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
		};
		return this.run(
			{
				name: 'One node',
				nodes: [start, node],
				connections: { Start: { main: [[{ node: node.name, type: 'main', index: 0 }]] } },
			},
			items,
			mode,
		);
	}
}

const NODE_NAME = 'Sensors Analytics';

function nodeWith(parameters: NodeParameters, credential: string): INode {
	return {
		id: 'node',
		name: NODE_NAME,
		type: NODE_TYPE,
		typeVersion: 1,
		position: [200, 0],
		parameters: parameters as INode['parameters'],
		credentials: { [CREDENTIAL_TYPE]: { id: credential, name: credential } },
	};
}

type NodeParameters = Record<string, NodeParameterValueType | object>;

export interface RunNodeOptions
	extends Partial<
		Pick<
			INode,
			'type' | 'typeVersion' | 'onError' | 'retryOnFail' | 'maxTries' | 'waitBetweenTries'
		>
	> {
	/** ID of the stored credential. */
	credential?: string;
	items?: IDataObject[];
	/** As n8n runs it; `manual` is the editor's button. */
	mode?: WorkflowExecuteMode;
}

export interface NodeRun {
	run: IRun;
	/** Items of the first output. */
	items: INodeExecutionData[];
	/** Their JSON. */
	rows: IDataObject[];
	/** Of the node, if it failed. */
	error?: { name: string; message: string; description?: string | null; context?: IDataObject };
}

/** What one node of a run gave. */
export function readNodeRun(run: IRun, nodeName: string): NodeRun {
	const task = run.data.resultData.runData[nodeName]?.[0];
	const items = task?.data?.main?.[0] ?? [];
	const error = (task?.error ?? run.data.resultData.error) as NodeRun['error'];
	return { run, items, rows: items.map(({ json }) => json), error };
}

const TRIGGER = 'n8n-nodes-base.manualTrigger';
const STICKY_NOTE = 'n8n-nodes-base.stickyNote';

/** This replaces n8n's manual trigger, which only starts a run; its items are pinned. */
const trigger = {
	description: {
		displayName: 'Manual Trigger',
		name: 'manualTrigger',
		group: ['trigger'],
		version: 1,
		description: 'Starts the workflow',
		defaults: { name: 'Start' },
		inputs: [],
		outputs: ['main'],
		properties: [],
	},
	async execute() {
		return [this.getInputData()];
	},
} as INodeType;

declare global {
	/** Of the environment of the tests, which loads the package (test/support/once). */
	var forgetPackage: () => void;
	/** Without a moment, it is the system's again. */
	var setPackageClock: (moment?: Date) => void;
}
