import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import type { ShopEvent } from '../../simulator/data/shop.mts';

/** Measures of the form, and what they give, computed from the simulator's events. */
export const ordersBy = (more: IDataObject = {}) => ({
	eventName: 'PayOrder',
	outputName: 'orders',
	...more,
});
export const revenue = {
	eventName: 'PayOrder',
	aggregator: 'sum',
	field: 'amount',
	outputName: 'revenue',
};
export const week = { dateRange: 'custom', fromDate: '2026-11-02', toDate: '2026-11-08' };

/** A condition of the form. */
export const condition = (
	field: string,
	valueKind: string,
	name: string,
	values: string | number = '',
) => ({
	field,
	valueKind,
	function: name,
	values,
});

/** The dates from one to the other, both included. */
export function datesFrom(from: string, to: string): string[] {
	const dates: string[] = [];
	for (let day = DateTime.fromISO(from); day <= DateTime.fromISO(to); day = day.plus({ days: 1 }))
		dates.push(day.toISODate() as string);
	return dates;
}

/** Of the amounts, in cents that are whole. */
export function sumOf(events: ShopEvent[]): number {
	const sum = events.reduce((total, { properties }) => total + Number(properties.amount), 0);
	return Math.round(sum * 100) / 100;
}

export function usersOf(events: ShopEvent[]): number {
	return new Set(events.map(({ user }) => user.id)).size;
}
