/** What no message may have, whatever its report: found without knowing what is right. */
import type { IDataObject } from 'n8n-workflow';

import type { Case } from './cases.mts';
import type { Read } from './targets.mts';

const NOTHING = /undefined|NaN|Infinity|\[object|(?<![\w.])null(?![\w.])/;
/** A line that goes on where nothing follows, or has two signs where one belongs. */
const LOOSE =
	/[,:;，：；、(（–—-]\s*$|\s{2}|[,:;，：；、]\s*[,:;，：；、]|\(\s*\)|（\s*）|^[,:;，：；、]/;
const UNITS = 'user|time|day|week|month|hour|start|row|interval|city|group|channel|level|period';
const ONE_OF_MANY = new RegExp(
	`(?<![\\d.,–−/-])1 (?:more )?(?:${UNITS.replace('city', 'citie')})s\\b`,
);
const MANY_OF_ONE = new RegExp(
	`(?<![\\d.,])(?:0|[2-9]|\\d[\\d,]*\\d)(?<!(?:^|\\D)1) (?:more )?(?:${UNITS})\\b(?!-| (?:day|week|month)s)`,
);
const PERCENT_OF_ZERO =
	/%[)）]? (?:from 0 |（对比期为 0）)|from 0\b[^;.]*%|的 0 [次人]?[增减][^（]*（[+−]/;
const NEGATIVE_ZERO = /(?<![\w.])[−-]0(?:[.,]0+)?(?![\w.,])/;
const SHARE = /[(（]([−-]?[\d.,]+)%[)）]/g;
/** Dates in words, which have to be over, or said to be not. */
const DAY =
	/(?<!\d)(\d{1,2}) (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)(?! \d{4})|(?<!\d)(?<!年)(\d{1,2})月(\d{1,2})日/g;
const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec';

/** What is wrong with a message, each with its line. */
export function plainFaults(read: Read, drawn: Case): string[] {
	const sentences = [...read.bold, ...read.facts, ...read.items];
	// What a card has no room for is cut.
	const lines = [read.title, ...sentences, ...read.small.replace(/^ · /, '').split(' · ')].filter(
		(line) => !(read.isShort && line.endsWith('…')),
	);
	const cells = (read.table ?? []).slice(1).flatMap((row) => row.slice(1));
	const faults: string[] = [];
	const check = (what: string, pattern: RegExp, texts = lines) => {
		for (const text of texts) if (pattern.test(text)) faults.push(`${what}: ${text}`);
	};
	check('no value', NOTHING, [...lines, ...(read.table ?? []).flat()]);
	// A row may end with a missing number.
	check('a loose end', LOOSE, drawn.layout === 'digest' ? lines : [read.title]);
	check('a negative nothing', NEGATIVE_ZERO, [...lines, ...cells]);
	check('a percent of nothing', PERCENT_OF_ZERO);
	if (!drawn.isChinese) {
		check('one of many', ONE_OF_MANY);
		check('many of one', MANY_OF_ONE);
	}
	const twice = sentences.find((line, index) => sentences.indexOf(line) !== index);
	// Rows may be alike, sentences may not.
	if (twice !== undefined && drawn.layout === 'digest') faults.push(`said twice: ${twice}`);
	for (const row of (read.table ?? []).slice(1))
		if (row[0] === '') faults.push(`a row without a name: ${row.join(' | ')}`);
	for (const line of sentences) {
		const shares = [...line.matchAll(SHARE)].flatMap(([text, share = '']) =>
			/[+−±]/.test(text) ? [] : [Number(share.replaceAll(',', ''))],
		);
		// Amounts may be written as percentages, too.
		const areAmounts = drawn.isWide && (drawn.form.message as IDataObject).numbers === 'percent';
		if (!areAmounts && shares.some((share) => share < 0 || share > 100))
			faults.push(`no share: ${line}`);
	}
	const year = drawn.today.slice(0, 4);
	for (const line of [...sentences, ...(read.table ?? []).flat()])
		for (const [text, day = '', month = '', monthZh = '', dayZh = ''] of line.matchAll(DAY)) {
			const number = month === '' ? Number(monthZh) : MONTHS.indexOf(month) / 3 + 1;
			const date = `${year}-${String(number).padStart(2, '0')}-${(day || dayZh).padStart(2, '0')}`;
			if (date > drawn.today) faults.push(`${text} is to come: ${line}`);
			else if (
				date === drawn.today &&
				!/until|so far|as of|截至|not over|尚未结束/.test(line) &&
				isCounted(line) &&
				// An hour of today can be over.
				!/^ \d\d:\d\d–/.test(line.slice(line.indexOf(text) + text.length))
			)
				faults.push(`${text} is not over: ${line}`);
		}
	return faults;
}

/** A sentence that has numbers of dates, as those on starts and on times have not. */
function isCounted(line: string): boolean {
	return /: [\d−]|日（周.）[^）]* [\d−]/.test(line);
}
