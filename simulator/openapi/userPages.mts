import { createHash } from 'node:crypto';

import { z } from 'zod';

import type { ShopUser, Value } from '../data/shop.mts';
import { USER_GROUPS } from '../data/catalog.mts';
import { USER_PROPERTIES } from '../data/shop.mts';
import { ParameterFault } from './fault.mts';

/** Parameters of all lists of users (docs/service.md, "OpenAPI"). */
export const paging = {
	page_index: z.number().int().min(1, 'must be 1 or more'),
	page_size: z.number().int().min(1).max(100, 'must be 100 or less'),
	/** -1: no limit. */
	limit: z.number().int().min(-1).nullable().optional(),
	/** Fields of users; empty: all. */
	profiles: z.array(z.string()).optional(),
	detail: z.boolean().optional(),
	use_cache: z.boolean().optional(),
	request_id: z.string().optional(),
};

interface Paged {
	page_index: number;
	page_size: number;
	limit?: number | null;
}

/** "A number that suits a page" (docs/service.md, "OpenAPI"). */
const DEFAULT_LIMIT = 1000;

/** Returns one page of a list, and its position. */
export function pageOf<T>(
	all: readonly T[],
	{ page_index: index, page_size: size, limit }: Paged,
): { entries: T[]; page: object } {
	if (limit === 0) throw new ParameterFault('limit: must be -1 or more than 0');
	const kept = limit === -1 ? all : all.slice(0, limit ?? DEFAULT_LIMIT);
	return {
		entries: kept.slice((index - 1) * size, index * size),
		page: {
			current_page: index,
			page_count: Math.max(1, Math.ceil(kept.length / size)),
			total: kept.length,
		},
	};
}

/** Returns a page of users with their IDs and, if requested, properties. */
export function usersPage(
	all: readonly ShopUser[],
	query: Paged & { profiles?: string[]; detail?: boolean },
): object {
	const { profiles = [], detail = true } = query;
	const names = profiles.map(propertyIn);
	const { entries, page } = pageOf(all, query);
	return {
		users: entries.map((user) => {
			const shown = names.length > 0 ? names : ['$id', ...Object.keys(USER_PROPERTIES)];
			const values = shown
				.map((name): [string, Value] => [name, valueOf(user, name)])
				.filter(([, value]) => value !== null);
			return {
				id: internalId(user),
				first_id: `device-${user.id}`,
				second_id: user.properties.is_member === true ? user.id : '',
				distinct_id: '',
				column_names: detail ? shown : [],
				profiles: detail ? Object.fromEntries(values) : {},
			};
		}),
		page,
	};
}

function propertyIn(field: string): string {
	const name = field.replace(/^user\./, '');
	const isKnown = name === '$id' || name in USER_PROPERTIES || groupIn(name) !== undefined;
	if (!field.startsWith('user.') || !isKnown)
		throw new ParameterFault(`profiles: the field "${field}" does not exist`);
	return name;
}

function valueOf(user: ShopUser, name: string): Value {
	if (name === '$id') return internalId(user);
	return groupIn(name)?.has(user.properties) ?? user.properties[name] ?? null;
}

/** A user group is a field of users that is true or false. */
function groupIn(name: string): (typeof USER_GROUPS)[number] | undefined {
	return USER_GROUPS.find((group) => `user_group_${group.name}` === name);
}

/** The platform's own ID: a signed number of 64 bits, as text. */
export function internalId({ id }: ShopUser): string {
	return String(createHash('sha256').update(id).digest().readBigInt64BE());
}
