import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { readSettings } from '../form/settings';
import { Service } from '../transport/service';
import { DEFAULT_SETTINGS, type ServiceSettings } from '../transport/queue';

/** The service as each item of a run asks for it. */
export class ItemServices {
	/** Of the first item: how many items at once, and the pace, are of the whole run. */
	readonly settings: ServiceSettings;
	readonly shared: Service;
	private readonly bySettings = new Map<string, Service>();

	constructor(private readonly context: IExecuteFunctions) {
		this.settings = this.settingsOfRun();
		this.shared = new Service(context, this.settings);
	}

	/** Whether the service has answered yet in this run. */
	get hasAnswered(): boolean {
		return [this.shared, ...this.bySettings.values()].some(({ hasAnswered }) => hasAnswered);
	}

	/** @throws UserError that names a wrong option of the item */
	of(itemIndex: number): Service {
		const settings = this.read(itemIndex);
		const key = JSON.stringify(settings);
		const known = this.bySettings.get(key);
		if (known) return known;
		const service = this.shared.withSettings(settings);
		this.bySettings.set(key, service);
		return service;
	}

	private read(itemIndex: number): ServiceSettings {
		return readSettings(this.context.getNodeParameter('options', itemIndex, {}) as IDataObject);
	}

	/** A wrong option is told where its item is worked on. */
	private settingsOfRun(): ServiceSettings {
		try {
			return this.read(0);
		} catch {
			return DEFAULT_SETTINGS;
		}
	}
}
