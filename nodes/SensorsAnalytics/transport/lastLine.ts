import { type ByteStream, noteRead } from '../../../credentials/http/byteStream';
import type { Bytes } from './stream';

/** The part of a stream of Node.js that is used here. */
interface Composable {
	compose(transform: (source: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>): ByteStream;
}

/** A refusal is short. */
const KEPT = 64 * 1024;

/**
 * Bytes to be read by somebody else, whose end is watched.
 * @returns the bytes, and what gives the last line that is not empty, once all has been read
 */
export function watchLastLine(bytes: Bytes): { bytes: Bytes; lastLine: () => string } {
	let tail: Uint8Array[] = [];
	let size = 0;
	const note = (chunk: Uint8Array) => {
		tail.push(chunk);
		size += chunk.length;
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
	async function* noted(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
		for await (const chunk of source) {
			noteRead(bytes as ByteStream, chunk.length);
			note(chunk);
			yield chunk;
		}
	}
	return { bytes: (bytes as unknown as Composable).compose(noted), lastLine };
}
