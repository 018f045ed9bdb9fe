/** Requests to the simulator as somebody sends them who knows nothing of the node. */
import type { Simulator } from '../../simulator/server.mts';

/** Of two days, by the administrator's secret. */
export const ORDERS = {
	measures: [{ event_name: 'PayOrder', aggregator: 'general' }],
	unit: 'day',
	from_date: '2026-11-01',
	to_date: '2026-11-02',
};

/** What names the administrator's secret, and the project. */
export function secretOf({ world }: Simulator): string {
	return `token=${world.secrets.of('admin')}&project=production`;
}

export async function call(
	{ url }: Simulator,
	method: 'GET' | 'POST',
	path: string,
	body?: object | URLSearchParams,
	headers: Record<string, string> = {},
): Promise<{ status: number; text: string }> {
	const isForm = body instanceof URLSearchParams;
	const response = await fetch(url + path, {
		method,
		headers: { ...(isForm || !body ? {} : { 'content-type': 'application/json' }), ...headers },
		body: isForm ? body : body && JSON.stringify(body),
		redirect: 'manual',
	});
	return { status: response.status, text: await response.text() };
}

/** The same for an answer in JSON. */
export async function callJson(
	...request: Parameters<typeof call>
): Promise<{ status: number; body: Record<string, unknown> }> {
	const { status, text } = await call(...request);
	return { status, body: JSON.parse(text) as Record<string, unknown> };
}

/** A report of orders by the administrator's secret. */
export async function reportOf(simulator: Simulator, change: object): ReturnType<typeof callJson> {
	const path = `/api/events/report?${secretOf(simulator)}`;
	return await callJson(simulator, 'POST', path, { ...ORDERS, ...change });
}
