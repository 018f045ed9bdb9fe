/**
 * Removes everything about a project from an answer, and keeps its shape: `PayOrder` becomes
 * `event_1` at every place, and a number becomes another one with the same number of digits. Only
 * known words of the service pass, so anything unknown is removed.
 */
import { createHmac, randomBytes } from 'node:crypto';

/** Keys, and words in values, from the service's documents. */
const WORDS = new Set(
	`
	access account account_name action aggregator alarm_function alarm_group alarm_time alarm_unit alarm_value all allowed
	amount and annotation answer api api-key appx_median arith_rollup atom available avg avg_time average bad be before bigint bool
	boolean bookmark bookmark_id bookmarkid bookmarks bucket bucket_end bucket_params bucket_start by by_field
	by_field_steps by_fields by_value by_values cache calculation can cause cells cname cnt code column column_infos
	column_meta_list column_meta_lists column_name columns comment computed conditions config contain
	contain_bookmark_items context conversion_rate converted_user convert_user count create_time current_page dashboard
	dashboard_navigation_items dashboards data data_name data_sufficient_update_time data_type data_update_time date
	date_list datetime day decimal default definition denied description detail detail_result detail_rows dimension disable
	display_name does double duration empty end entity equal error error_causes error_cause error_info error_type
	event event_define event_name event_names event_permission event_properties events exist exists expired
	expression failed failure false field fields filter filters first first_event first_id float forbidden format found
	from from_date function funnel funnel_define funnel_detail general global greater group groups has_first_day history hour id ids
	illegal in initial_user int integer internal interval invalid is is_aggregate is_default is_global is_in_use
	is_public is_routine is_virtual is_wastage item items key last_succeed_partition lasted_segment_item_map layer less limit line
	links list login long max max_convert_time max_time measure measures medium_converted_time message meta
	metadata_columns min min_time minute missing mode model module month must name no nodes not null num_rows
	number of or origin_cause page page_count page_index page_info page_size parameter params people percent permission
	phones please product_name product_version product_versions profiles project project_id properties property quantiles
	query rate reason refused relation report report_update_time request request_id required result rollup rollup_columns
	rollup_result rollup_rows row rows sampling_factor second second_event second_id segment series server service
	session sessions size source sql state status step steps string success sum table table_data tag tag_infos
	tags target task the there this time times title to to_date token total total_count total_people total_rows
	transition trigger_opportunity true truncate_col truncate_rows truncated type uid uniq unique uniqavg unit unknown
	unauthorized update_time user user_count user_id user_name username users value values version virtual visible
	was wastage wastage_user week with without wrong year you your event.$anything $all $layer_total_reserved_word
	segmentation funnel retention addiction path attribution ltv segmentation_model funnel_model retention_model
	addiction_model bad_request not_found internal_server_error public private definitions segment_definition segment_definitions
	`
		.split(/\s+/)
		.filter((word) => word !== ''),
);
/** Names of the vendor's products and modules, with which codes of errors start. */
const PRODUCTS = 'SA|SBP|SDH|SF|COMMON|HORIZON';
/** Words with numbers in them, and codes; words after a dot or between slashes are in `WORDS`. */
const KNOWN = [
	// The shape of a time.
	/^9{2,4}([-:.]9{2,})*$/,
	/^(step_(\d{1,2}|fold)|convert_user_step_\d{1,2}|conversion_rate_step_\d{1,2}|day_\d{1,3}|(amount|percent|rate)_ltv_\d{1,3})$/,
	new RegExp(`^(${PRODUCTS})-[DR]-\\d{1,3}-\\d{1,3}$`),
	/^(Double|DOUBLE|Bool|NUMBER|STRING|DATETIME|LIST|DATE|BIGINT|INT|LONG|FLOAT|DECIMAL|VARCHAR|TIMESTAMP|BOOLEAN)$/,
];
/** Names and versions of the vendor's products aren't secret, and needed first. */
const PRODUCT = new RegExp(`^(${PRODUCTS})$`);
/** IP addresses don't match, because they start with more digits. */
const VERSION = /^\d(\.\d{1,4}){1,3}(?![\d.])/;
const TIME = /^(\d{4}-\d{2}-\d{2})([ T]\d{2}:\d{2}:\d{2}(\.\d+)?)?$/;
/** Maximum lengths of lists; further entries show nothing new. */
const MOST_ELEMENTS = 6;
const MOST_KEYS = 60;
const MOST_DEPTH = 40;

export class Scrubber {
	private readonly salt = randomBytes(32);
	private readonly names = new Map<string, string>();
	private readonly counts = new Map<string, number>();
	/** The removed texts. */
	readonly taken = new Set<string>();
	/** Dates from the questions, which aren't the project's. */
	private readonly own = new Set<string>();

	/**
	 * @param secrets texts that no output may contain
	 * @param places project, host and account, which must not be a word of any output
	 */
	constructor(
		private readonly secrets: readonly string[],
		private readonly places: readonly string[] = [],
	) {}

	/** Assigns a kind to names before they occur elsewhere. */
	learn(kind: string, names: readonly string[]): void {
		for (const name of names) this.nameOf(kind, name);
	}

	/** Keeps the days between two requested dates. */
	keepDates(dates: readonly string[]): void {
		for (const date of dates) this.own.add(date);
	}

	/** @param key key of the value, which shows its kind */
	value(value: unknown, key = '', depth = 0): unknown {
		if (value === null || typeof value === 'boolean') return value;
		if (typeof value === 'number') return this.number(value);
		if (typeof value === 'string') return this.text(value, key);
		if (depth > MOST_DEPTH) return 'deeper';
		if (Array.isArray(value)) {
			const shown = value
				.slice(0, MOST_ELEMENTS)
				.map((inner: unknown) => this.value(inner, key, depth + 1));
			const more = value.length - shown.length;
			// The number of entries is also a fact about the project.
			return more > 0 ? [...shown, `… ${more > MOST_ELEMENTS ? 'many' : 'some'} more`] : shown;
		}
		return Object.fromEntries(
			Object.entries(value as object)
				.slice(0, MOST_KEYS)
				.map(([name, inner]) => [this.key(name), this.value(inner, name, depth + 1)]),
		);
	}

	/** Cleans lines of text, of HTML, or of an answer that isn't JSON. */
	line(text: string): string {
		return text
			.slice(0, 2000)
			.split(BETWEEN_WORDS)
			.map((part, index) =>
				index % 2 === 1 ? part.replace(/[^ -~\n]/g, '').slice(0, 3) : this.word(part),
			)
			.join('');
	}

	/** @throws Error if something about the project remains */
	assertClean(text: string): string {
		const isLong = (one: string) => one.length >= LEAST;
		const words = new Set(text.split(/[^\p{L}\p{M}\p{N}_$-]+/u));
		// A project called `prod` occurs in `product_versions` by coincidence; a password occurs
		// nowhere.
		const isReported = (one: string) =>
			/^[\p{L}\p{M}\p{N}_$-]+$/u.test(one) ? words.has(one) : text.includes(one);
		const names = [...this.taken].filter(
			(one) => isLong(one) && !areKnown(one) && !OWN.test(one) && !/^[\d.,%-]{1,9}$/.test(one),
		);
		const [secrets, places] = [this.secrets, this.places].map((all) =>
			all.filter((one) => isLong(one) && !isKnown(one)),
		) as [string[], string[]];
		if (secrets.some((one) => text.includes(one)) || [...names, ...places].some(isReported)) {
			throw new Error('The report would tell something of the project, so it is not written');
		}
		return text;
	}

	private key(name: string): string {
		return isKnown(name) ? name : this.expression(name, 'key');
	}

	private text(text: string, key: string): string {
		if (text === '') return '';
		if (key === 'product_name' && PRODUCT.test(text)) return text;
		if (key === 'product_version') return VERSION.exec(text)?.[0] ?? 'unknown';
		if (TIME.test(text)) return this.time(text);
		const inner = parsed(text);
		if (inner !== undefined) return JSON.stringify(this.value(inner, key));
		if (/^-?\d+(,\d{3})*(\.\d+)?%?$/.test(text)) return this.digits(text);
		if (/^(message|description|error|error_cause|origin_cause)$/.test(key)) return this.line(text);
		const kind = KINDS[key];
		// An event may have the name `login`, a group `private`.
		return kind === undefined && isKnown(text) ? text : this.expression(text, kind ?? 'text');
	}

	/** Replaces the parts of `event.PayOrder.city`, and anything else as one name. */
	private expression(text: string, kind: string): string {
		const [scope, owner, ...rest] = text.split('.');
		if (scope === 'event' && owner !== undefined && rest.length > 0) {
			return `event.${this.nameOf('event', owner)}.${this.nameOf('property', rest.join('.'))}`;
		}
		if (scope === 'user' && owner !== undefined) {
			return `user.${this.nameOf('property', [owner, ...rest].join('.'))}`;
		}
		return this.nameOf(kind, text);
	}

	private word(word: string): string {
		const known = this.names.get(word);
		if (known !== undefined) return known;
		if (word === '' || isKnown(word)) return word;
		if (/^\d+([.,]\d+)*$/.test(word)) return this.digits(word);
		return this.nameOf('word', word);
	}

	private nameOf(kind: string, name: string): string {
		if (['$Anything', '$ALL', '$time', '$layer_total_reserved_word'].includes(name)) return name;
		const known = this.names.get(name);
		if (known !== undefined) return known;
		const count = (this.counts.get(kind) ?? 0) + 1;
		this.counts.set(kind, count);
		const written = `${name.startsWith('$') ? '$' : ''}${kind}_${count}`;
		this.names.set(name, written);
		this.taken.add(name);
		return written;
	}

	private time(text: string): string {
		const [, day = '', rest = ''] = TIME.exec(text) ?? [];
		const isMidnight = /^[ T]00:00:00(\.0+)?$/.test(rest) || rest === '';
		if (this.own.has(day) && (isMidnight || /^[ T]\d{2}:00:00(\.0+)?$/.test(rest))) return text;
		this.taken.add(text);
		return text.replace(/\d/g, '9');
	}

	private number(value: number): number {
		// 0 and 1 show the format of an answer, not numbers of the project.
		if (value === 0 || value === 1 || value === -1 || value === 64) return value;
		const written = this.digits(String(value));
		const number = Number(written);
		return Number.isFinite(number) ? number : 0;
	}

	/** Replaces digits, with the same result for the same number. */
	private digits(text: string): string {
		if (/^0*$/.test(text.replace(/\D/g, ''))) return text;
		if (text.replace(/\D/g, '').length >= 4) this.taken.add(text);
		const bytes = createHmac('sha256', this.salt).update(text).digest();
		const start = text.search(/[1-9]/);
		const exponent = text.search(/e/i);
		const end = exponent < 0 ? text.length : exponent;
		let at = 0;
		const written = [...text]
			.map((sign, index) => {
				if (!/\d/.test(sign) || index < start || index >= end) return sign;
				const digit = (bytes[at++ % bytes.length] as number) % 9;
				return String(digit + 1);
			})
			.join('');
		// The result may be the same by coincidence.
		return written === text
			? written.replace(/[1-9]/, (digit) => String((Number(digit) % 9) + 1))
			: written;
	}
}

/** Combining marks are part of the letters of Hindi or Thai. */
const BETWEEN_WORDS = /([^\p{L}\p{M}\p{N}_$.-]+)/u;
/** Shorter names occur in other words by coincidence. */
const LEAST = 4;
/** Replacements of names. */
const OWN = /^(event|property|text|group|label|person|word|key|many|some|more|deeper)(_\d+)?$/;

const KINDS: Record<string, string> = {
	event_name: 'event',
	events: 'event',
	by_value: 'group',
	by_values: 'group',
	cname: 'label',
	username: 'person',
	user_name: 'person',
};

/** Returns words of the service unchanged, and all others as one, to describe an answer. */
export function knownWords(words: readonly unknown[]): string {
	const reported = words.map((word) => (isKnown(String(word)) ? String(word) : 'others'));
	return [...new Set(reported)].join(' ');
}

function isKnown(text: string): boolean {
	const isWord = (one: string) => WORDS.has(one.toLowerCase());
	if (isWord(text) || KNOWN.some((known) => known.test(text))) return true;
	const [, between] = /^\/([a-z_]+)\/$/.exec(text) ?? [];
	const [, before = '', behind] = /^([a-z_\d]+)\.([a-z_]+)$/.exec(text) ?? [];
	if (between !== undefined) return isWord(between);
	return behind !== undefined && isWord(behind) && KNOWN.some((known) => known.test(before));
}

/** Whether a text consists only of such words. */
function areKnown(text: string): boolean {
	return text.split(BETWEEN_WORDS).every((word) => !/[\p{L}\p{N}]/u.test(word) || isKnown(word));
}

/** Parses the object or list in a text of JSON. */
function parsed(text: string): object | undefined {
	if (!/^\s*["[{]/.test(text)) return undefined;
	try {
		const value = JSON.parse(text) as unknown;
		if (typeof value === 'string') return parsed(value);
		return typeof value === 'object' && value !== null ? value : undefined;
	} catch {
		return undefined;
	}
}
