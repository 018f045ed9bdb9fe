import { type Answer, type Failure, readAnswer, readCut } from '../../../credentials/http/answer';
import { causeOf, composed, noteRead, stop } from '../../../credentials/http/body';
import { firstWords, redactorOf } from '../../../credentials/http/redact';
import type { ServiceRequest } from '../../../credentials/http/request';
import { inSlices } from '../../../credentials/http/slices';
import type { Opened, Service } from './service';
import { type Bytes, FILE, isRefusalLine, isRowBefore, linesOf, ROWS, RowsSoFar } from './stream';

/** A refusal is shorter than this. */
const KEPT = 64 * 1024;
/** A line of this length takes no time that others would notice. */
const SHORT_LINE = 4096;

/**
 * Returns the bytes, and a function for the last line that isn't empty, once somebody else has read
 * them all.
 */
export function watchLastLine(bytes: Bytes): { bytes: Bytes; lastLine: () => string } {
	let tail: Uint8Array[] = [];
	let size = 0;
	const note = (chunk: Uint8Array) => {
		const end = chunk.subarray(-KEPT);
		tail.push(end);
		size += end.length;
		while (tail.length > 1 && size - (tail[0] as Uint8Array).length >= KEPT) {
			size -= (tail.shift() as Uint8Array).length;
		}
	};
	const lastLine = () => {
		const decoder = new TextDecoder();
		const text = tail.map((chunk) => decoder.decode(chunk, { stream: true })).join('');
		tail = [];
		return text.trimEnd().split('\n').at(-1) ?? '';
	};
	if (bytes instanceof Uint8Array) {
		note(bytes);
		return { bytes, lastLine };
	}
	const stream = bytes;
	async function* noted(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
		for await (const chunk of source) {
			noteRead(stream, chunk.length);
			note(chunk);
			yield chunk;
		}
	}
	return { bytes: composed(stream, noted), lastLine };
}

/** A line of a streamed answer. */
export interface Line {
	text: string;
	/** Returns the beginning of the line, for an error. */
	quote(): string;
}

/**
 * Writes a long text answer to a file without holding all of it. An answer that breaks off, exceeds
 * its limits or ends with a refusal is an error, because the file would be incomplete.
 */
export async function fileFrom<Stored>(
	service: Service,
	itemIndex: number,
	request: ServiceRequest,
	store: (bytes: Bytes) => Promise<Stored>,
): Promise<Stored> {
	const opened = await service.open(itemIndex, request, FILE);
	const { bytes, lastLine } = watchLastLine(opened.bytes);
	const stored = await storeAll(opened, async () => await store(bytes));
	const refusal = refusalIn(lastLine(), opened.secrets);
	if (refusal) throw opened.fault(refusal);
	return stored;
}

async function storeAll<Stored>(
	{ bytes, fault, itemFault }: Opened,
	store: () => Promise<Stored>,
): Promise<Stored> {
	if (bytes instanceof Uint8Array) return await store();
	let broken: unknown;
	bytes.on('error', (error) => (broken ??= causeOf(bytes, error)));
	try {
		return await store();
	} catch (error) {
		throw broken === undefined ? itemFault(error) : fault(readCut(broken));
	} finally {
		stop(bytes);
	}
}

/**
 * Yields the lines of a long answer as they are read. A refusal or a closed connection after good
 * lines is an error, too.
 */
export async function* linesFrom(
	service: Service,
	itemIndex: number,
	request: ServiceRequest,
): AsyncGenerator<Line> {
	const { bytes, charset, limits, secrets, fault } = await service.open(itemIndex, request, ROWS);
	const redactor = redactorOf(secrets);
	const quote = (line: string) => firstWords(redactor.words(line));
	let failure: Failure | undefined;
	const rows = new RowsSoFar();
	const row = async (line: string): Promise<Line> => {
		rows.note(line);
		const isShort = line.length <= SHORT_LINE;
		const text = isShort ? redactor.data(line) : await inSlices(redactor.dataSteps(line));
		return { text, quote: () => quote(line) };
	};
	/** A line that may be a refusal, until the next line shows whether it is. */
	let held: string | undefined;
	try {
		for await (const line of linesOf(bytes, limits, charset)) {
			if (held !== undefined) {
				if (!isRowBefore(line)) break;
				yield await row(held);
				held = undefined;
			}
			if (rows.hasRow(line)) yield await row(line);
			else held = line;
		}
		failure = held === undefined ? undefined : refusalIn(held, secrets);
	} catch (error) {
		const said = `it isn't valid ${(charset ?? 'utf-8').toUpperCase()}`;
		failure =
			(error as Error).name === 'TypeError'
				? { kind: 'notThisService', status: 200, said, isUnreadable: true }
				: readCut(error);
	}
	if (failure) throw fault(failure);
}

function refusalIn(line: string, secrets: readonly string[]): Failure | undefined {
	if (!isRefusalLine(line)) return undefined;
	const answer: Answer = readAnswer({ status: 200, headers: {}, body: line }, secrets);
	return answer.kind === 'success' ? undefined : { ...answer, isLine: true };
}
