/** Alerts of the project: what is computed, and when they fire. */
export interface AlarmRule {
	id: number;
	title: string;
	/** Account that created it. */
	owner: string;
	emails: string[];
	isDisabled?: boolean;
	unit: 'HOUR' | 'DAY';
	event: string;
	aggregator: string;
	field?: string;
	/** Property whose values are checked separately. */
	byField?: string;
	fires: 'below' | 'above';
	/** A number, or a percentage of the previous period. */
	reference: { number: number } | { percentOfBefore: number };
}

/** The defaults have alerts that rarely fire, alerts that often do, and one for each group. */
export function defaultAlarms(): AlarmRule[] {
	const shared = { owner: 'analyst', emails: ['ops@shop.example'], aggregator: 'general' };
	return [
		{
			...shared,
			id: 1,
			title: '订单数过低',
			unit: 'DAY',
			event: 'PayOrder',
			fires: 'below',
			reference: { number: 10 },
		},
		{
			...shared,
			id: 2,
			title: 'Page views jump',
			unit: 'HOUR',
			event: '$pageview',
			fires: 'above',
			reference: { percentOfBefore: 130 },
		},
		{
			...shared,
			id: 4,
			title: 'Revenue of a city drops',
			emails: ['ops@shop.example', 'sales@shop.example'],
			unit: 'DAY',
			event: 'PayOrder',
			aggregator: 'sum',
			field: 'event.PayOrder.amount',
			byField: 'event.PayOrder.city',
			fires: 'below',
			reference: { percentOfBefore: 60 },
		},
		{
			...shared,
			id: 7,
			title: 'Nobody signs up',
			isDisabled: true,
			unit: 'DAY',
			event: 'SignUp',
			fires: 'below',
			reference: { number: 1 },
		},
	];
}
