/** The trigger in a workflow, polled at moments of the simulated service. */
import { DateTime } from 'luxon';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { TestWorld } from './world.mts';

const at = (time: string) => DateTime.fromISO(time, { zone: 'Asia/Shanghai' }).toJSDate();
const asStored = (data: IDataObject) => JSON.parse(JSON.stringify(data)) as IDataObject;

let processes = 0;

/** A workflow with the trigger, as n8n treats it. */
export class Watcher {
	/** Another one in another process, of which nothing is left when it ends. */
	private id = `watcher ${++processes}`;
	private kept: IDataObject = {};
	private live: IDataObject = {};
	private isActivated = false;

	constructor(
		private readonly t: TestWorld,
		private parameters: IDataObject,
	) {}

	/** One poll at a moment; n8n keeps what is remembered when it starts the workflow. */
	async poll(time: string, { mode = 'trigger' as const, credential = 'secret' } = {}) {
		this.t.world.clock.set(at(time));
		const context = this.t.engine.pollContext(this.parameters as never, this.live, {
			mode,
			credential,
			workflowId: this.id,
		});
		let output: INodeExecutionData[][] | null;
		try {
			output = await this.t.engine.poll(context, at(time));
		} finally {
			this.live = context.workflow.staticData;
		}
		if (output || !this.isActivated) this.kept = asStored(this.live);
		this.isActivated = true;
		return output?.[0]?.map(({ json }) => json);
	}

	get remembered(): IDataObject {
		return this.live;
	}

	/** A person changes the form and saves. */
	edit(parameters: IDataObject): void {
		this.parameters = parameters;
	}

	/** n8n stops, and starts again with what it kept. */
	restart(): void {
		this.live = asStored(this.kept);
		this.id = `watcher ${++processes}`;
	}
}
