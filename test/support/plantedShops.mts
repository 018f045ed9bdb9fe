/** Shops whose orders are drawn by chance, with faults that are planted: nothing of the package. */

/** Draws from a seeded stream: the same ones every time. */
export class Chance {
	constructor(private state: number) {}

	/** From 0 up to below 1 (mulberry32). */
	next(): number {
		this.state = (this.state + 0x6d2b79f5) | 0;
		let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
		t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
		return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
	}

	normal(): number {
		return Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next());
	}

	/** About 1, so much up and down, in proportion. */
	factor(spread: number): number {
		return Math.exp(spread * this.normal() - (spread * spread) / 2);
	}

	/** A number of events that happen by themselves. */
	poisson(mean: number): number {
		if (mean <= 0) return 0;
		if (mean > 15) return Math.max(0, Math.round(mean + Math.sqrt(mean) * this.normal()));
		const limit = Math.exp(-mean);
		let [count, product] = [0, this.next()];
		while (product > limit) {
			count++;
			product *= this.next();
		}
		return count;
	}

	/** The same where one user causes several: variance is 1.5 times the mean. */
	clustered(mean: number): number {
		return this.poisson(mean / 2) + (mean > 0 ? 2 * this.poisson(mean / 4) : 0);
	}
}

const VALUES = {
	city: ['Beijing', 'Shanghai', 'Guangzhou', 'Shenzhen', 'Chengdu', 'Hangzhou', 'Wuhan', 'Xian'],
	platform: ['iOS', 'Android', 'Web'],
	version: ['8.3', '8.2', '8.1', '7.9'],
	channel: ['search', 'ads', 'friends', 'direct'],
};
export type Axis = keyof typeof VALUES;
export const AXES = Object.keys(VALUES) as Axis[];
const WEIGHTS: { [axis in Axis]: number[] } = {
	city: [0.26, 0.2, 0.15, 0.12, 0.1, 0.08, 0.05, 0.04],
	platform: [0.38, 0.42, 0.2],
	version: [0.45, 0.3, 0.15, 0.1],
	channel: [0.4, 0.25, 0.2, 0.15],
};
/** Orders per visit. */
const RATES: { [axis in Axis]: number[] } = {
	city: [1.1, 1.05, 1, 1, 0.95, 0.95, 0.9, 0.9],
	platform: [1.3, 1, 0.6],
	version: [1, 1, 0.95, 0.9],
	channel: [1.2, 0.5, 1.3, 1],
};

export interface Cell {
	place: { [axis in Axis]: string };
	visits: number;
	orders: number;
}

/** A fault: what it makes of the visits and the rate of a cell. */
export type Fault = (place: Cell['place']) => { visits?: number; rate?: number };

export interface Shop {
	/** Visits on an ordinary day. */
	visits: number;
	rate: number;
	/** Noise of a group by days, in addition to that of single events. */
	groupNoise: number;
}

/** Days of a week: a shop sells more on weekends. */
const WEEK = [0.92, 0.9, 0.92, 0.95, 1.05, 1.25, 1.2];

/** One day, cell by cell. */
export function dayOf(shop: Shop, day: number, chance: Chance, fault: Fault = () => ({})): Cell[] {
	const common = (WEEK[day % 7] as number) * chance.factor(0.05);
	const own = new Map<string, number>();
	for (const axis of AXES)
		for (const value of VALUES[axis]) own.set(`${axis}${value}`, chance.factor(shop.groupNoise));
	const cells: Cell[] = [];
	VALUES.city.forEach((city, a) =>
		VALUES.platform.forEach((platform, b) =>
			VALUES.version.forEach((version, c) =>
				VALUES.channel.forEach((channel, d) => {
					const place = { city, platform, version, channel };
					const at = { city: a, platform: b, version: c, channel: d };
					const weight = AXES.reduce((all, axis) => all * (WEIGHTS[axis][at[axis]] as number), 1);
					const rate = AXES.reduce(
						(all, axis) => all * (RATES[axis][at[axis]] as number),
						shop.rate,
					);
					const noise = AXES.reduce(
						(all, axis) => all * (own.get(`${axis}${place[axis]}`) ?? 1),
						1,
					);
					const { visits: more = 1, rate: better = 1 } = fault(place);
					const mean = shop.visits * common * weight * noise * more;
					const visits = chance.clustered(mean);
					const orders = chance.poisson(visits * rate * better);
					cells.push({ place, visits, orders });
				}),
			),
		),
	);
	return cells;
}

/** The numbers of two days in a grouped report. */
export function grouped(
	now: readonly Cell[],
	before: readonly Cell[],
	axis: Axis,
	only?: Partial<Cell['place']>,
) {
	const sums = (cells: readonly Cell[], value: string) => {
		const own = cells.filter(
			({ place }) =>
				place[axis] === value &&
				Object.entries(only ?? {}).every(([other, wanted]) => place[other as Axis] === wanted),
		);
		const sum = (of: 'visits' | 'orders') => own.reduce((all, cell) => all + cell[of], 0);
		return { visits: sum('visits'), orders: sum('orders') };
	};
	return VALUES[axis].map((value) => {
		const [one, other] = [sums(now, value), sums(before, value)];
		return {
			value,
			visits: { now: one.visits, before: other.visits },
			orders: { now: one.orders, before: other.orders },
		};
	});
}
