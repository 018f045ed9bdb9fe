import type { IDataObject } from 'n8n-workflow';

import type { ShopEvent } from '../../simulator/data/shop.mts';

import { daysBetween } from '../../simulator/report/periods.mts';
import { type Simulator, type SimulatorOptions, startSimulator } from '../../simulator/server.mts';
import type { CredentialRows } from './credentialStore.mts';
import { CREDENTIAL_TYPE, Engine, type NodeRun, type RunNodeOptions } from './engine.mts';
import { watchRequests } from './snapshot.mts';

/** Ways to sign in. */
export type Mode = 'secret' | 'user' | 'account' | 'key';

/** Simulator, engine, and a stored credential for each mode. */
export class TestWorld {
	private constructor(
		readonly simulator: Simulator,
		readonly engine: Engine,
	) {}

	static async start(options: SimulatorOptions = {}, rows?: CredentialRows): Promise<TestWorld> {
		const world = new TestWorld(await startSimulator(options), await Engine.start(rows));
		watchRequests(world.simulator);
		for (const mode of ['secret', 'user', 'account', 'key'] as const)
			await world.saveCredential(mode, world.dataOf(mode));
		return world;
	}

	get world(): Simulator['world'] {
		return this.simulator.world;
	}

	dataOf(mode: Mode): IDataObject {
		const service = { baseUrl: this.simulator.url, project: 'production' };
		const apiSecret = this.world.secrets.of('admin');
		return {
			secret: { ...service, authentication: 'apiSecret', apiSecret },
			user: { ...service, authentication: 'userToken', apiSecret, userName: 'analyst' },
			account: {
				...service,
				authentication: 'accountPassword',
				accountName: 'analyst',
				password: 'analyst-pw-1',
			},
			key: { ...service, authentication: 'apiKey', apiKey: this.world.apiKeys.of('analyst') },
		}[mode];
	}

	async saveCredential(id: string, data: IDataObject): Promise<void> {
		await this.engine.credentials.save(id, CREDENTIAL_TYPE, data);
	}

	/**
	 * From now on it is that moment for the service, n8n and the package, not for the test. Tests
	 * with dates of their own take the one given here: messages leave out this year, and the
	 * simulator's SQL holds each day from a date that is named until now.
	 */
	setClock(moment = new Date('2026-11-23T12:00:00+08:00')): void {
		this.world.clock.set(moment);
		globalThis.setPackageClock(moment);
	}

	/** The first report is answered, others are refused. */
	refuseSecondReport(status: number): void {
		const { faults } = this.simulator;
		faults.add({ path: /report$/, times: 1, reaction: { before: () => undefined } });
		faults.add({ path: /report$/, reaction: { answer: { status, body: { error: 'no' } } } });
	}

	/** Runs Get Event Report with the given form; by default it counts yesterday's orders. */
	async report(form: IDataObject = {}, options: RunNodeOptions = {}): Promise<NodeRun> {
		return await this.engine.runNode(
			{
				// The project of the simulator has Chinese names.
				messageLanguage: 'en-US',
				measures: measures({ eventName: 'PayOrder' }),
				...(form.fromDate === undefined ? {} : { dateRange: 'custom', toDate: form.fromDate }),
				...form,
				// No pace, so that tests are quick; those about the pace set their own.
				options: { requestsPerSecond: 0, ...(form.options as IDataObject) },
			} as Parameters<Engine['runNode']>[0],
			{ credential: 'secret', ...options },
		);
	}

	/** Runs another operation with the given form. */
	async operation(
		resource: string,
		operation: string,
		form: IDataObject = {},
		options: RunNodeOptions = {},
	): Promise<NodeRun> {
		return await this.engine.runNode(
			{
				resource,
				operation,
				messageLanguage: 'en-US',
				...form,
				options: { requestsPerSecond: 0, ...(form.options as IDataObject) },
			} as Parameters<Engine['runNode']>[0],
			{ credential: 'secret', ...options },
		);
	}

	/** Events of a name (all if left out) on these days, both included; all made on the spot. */
	events(from: string, to: string, name?: string): ShopEvent[] {
		const shop = this.world.shopOf('production');
		const isNamed = ({ event }: ShopEvent) => name === undefined || event === name;
		const days = daysBetween(from, to).map((day) => shop.eventsOf(day).filter(isNamed));
		return ([] as ShopEvent[]).concat(...days);
	}

	/** Logins since the last call. */
	takeLogins(): number {
		const { logins } = this.world;
		return logins.splice(0).length;
	}

	/** Requests since the last call. */
	takeRequests(): Simulator['requests'] {
		return this.simulator.requests.splice(0);
	}

	async stop(): Promise<void> {
		await this.simulator.close();
	}
}

/**
 * One world for the tests around, each of which begins without requests and faults.
 * @param hasClock its moment is that of setClock
 */
export function sharedWorld({ hasClock = false } = {}): TestWorld {
	let world: TestWorld;
	beforeAll(async () => {
		world = await TestWorld.start();
		if (hasClock) world.setClock();
	});
	afterAll(async () => await world.stop());
	beforeEach(() => {
		world.takeRequests();
		world.simulator.faults.clear();
	});
	// It is started behind the lines that name it.
	return new Proxy({} as TestWorld, { get: (_none, key) => Reflect.get(world, key) as unknown });
}

/** The form's value for a list of measures. */
export function measures(...measure: IDataObject[]): IDataObject {
	return { measure };
}

/** The form's value for fields to group by. */
export function groupBy(...fields: string[]): IDataObject {
	return { group: fields.map((field) => ({ field })) };
}
