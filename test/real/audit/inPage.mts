/* What runs in the page of the editor; nothing outside of a function is known there. */

/** What is to be clicked in the open node. */
export type Target =
	/** The next button that adds an entry to one of the lists, or switch in them that shows more. */
	| {
			kind: 'entry';
			done: readonly string[];
			switches: readonly string[];
			lists: readonly string[];
	  }
	/** The list of what can be added to a collection such as Options. */
	| { kind: 'options'; position: number }
	/** An entry of that list, open. */
	| { kind: 'option'; label: string };

export interface Found {
	place: string;
	x: number;
	y: number;
	/** Whether a click there meets it. */
	isFree: boolean;
}

/** Paths of the fields in the open node, and of those with a red frame. */
export function readForm(): { shown: string[]; framed: string[] } {
	const pathsAt = (selector: string) =>
		Array.from(document.querySelectorAll(`[data-test-id="ndv"] ${selector}`), (element) => {
			// A sign is in the field, or next to it.
			const field =
				element.closest('[data-parameter-path]') ??
				element.parentElement?.querySelector('[data-parameter-path]');
			const path = field?.getAttribute('data-parameter-path')?.replace(/^parameters\./, '');
			return path ?? `unknown: ${element.parentElement?.outerHTML}`;
		});
	return {
		shown: pathsAt('[data-parameter-path]'),
		framed: pathsAt('[data-test-id="parameter-issues"]'),
	};
}

/** Scrolls to the target. @returns where it is; undefined if there is none */
export function targetIn(target: Target): Found | undefined {
	const lists = '[data-test-id="ndv"] [data-test-id^="fixed-collection-"]:not(button)';
	// By its place in the form: n8n may draw a list again when something is added in it.
	const placeOf = (list: Element): string => {
		const owner = list.parentElement?.closest(lists);
		const alike = Array.from((owner ?? document).querySelectorAll(lists)).filter(
			(one) =>
				one.getAttribute('data-test-id') === list.getAttribute('data-test-id') &&
				one.parentElement?.closest(lists) === owner,
		);
		const own = `${list.getAttribute('data-test-id')} ${alike.indexOf(list)}`;
		return owner ? `${placeOf(owner)} > ${own}` : own;
	};
	const candidates: Array<[string, Element]> = [];
	if (target.kind === 'entry') {
		const isWanted = (element: Element): boolean => {
			const list = element.closest(lists);
			if (list === null) return false;
			const outer = list.parentElement?.closest(lists);
			const name = list.getAttribute('data-test-id')?.replace('fixed-collection-', '') ?? '';
			return outer ? isWanted(outer) : target.lists.includes(name);
		};
		for (const list of Array.from(document.querySelectorAll(lists))) {
			const buttons = list.querySelectorAll('button[data-test-id="fixed-collection-add"]');
			// The last one is the list's own; those before it are of lists within.
			const own = Array.from(buttons).at(-1);
			if (own?.closest(lists) === list && !own.hasAttribute('disabled') && isWanted(list))
				candidates.push([placeOf(list), own]);
		}
		for (const name of target.switches) {
			const toggles = document.querySelectorAll(
				`[data-test-id="parameter-input-${name}"] .el-switch`,
			);
			for (const [index, toggle] of Array.from(toggles).entries())
				if (!toggle.classList.contains('is-checked') && isWanted(toggle))
					candidates.push([`switch ${name} ${index}`, toggle]);
		}
	} else if (target.kind === 'options') {
		const adders = document.querySelectorAll(
			'[data-test-id="collection-parameter-add"], .collection-parameter .add-option .n8n-select',
		);
		const adder = adders[target.position]?.querySelector('input');
		if (adder) candidates.push(['options', adder]);
	} else {
		const options = document.querySelectorAll<HTMLElement>(
			'[data-test-id="collection-parameter-option"]',
		);
		const isOpen = (option: HTMLElement) =>
			option.offsetParent !== null && option.innerText.trim() === target.label;
		const option = Array.from(options).find(isOpen);
		if (option) candidates.push([target.label, option]);
	}
	const done = target.kind === 'entry' ? target.done : [];
	const [place, element] = candidates.find(([name]) => !done.includes(name)) ?? [];
	if (place === undefined || element === undefined) return undefined;
	element.scrollIntoView({ block: 'center', behavior: 'instant' });
	const { left, top, width, height } = element.getBoundingClientRect();
	const [x, y] = [left + width / 2, top + height / 2];
	const hit = document.elementFromPoint(x, y);
	return { place, x, y, isFree: hit !== null && (element.contains(hit) || hit.contains(element)) };
}
