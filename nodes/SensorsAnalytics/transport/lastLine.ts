import type { ByteStream } from '../../../credentials/http/byteStream';
import type { Bytes } from './stream';

/** A refusal is short. */
const KEPT = 64 * 1024;

/**
 * Watches the end of what somebody else reads.
 * @returns gives the last line that is not empty, once all has been read
 */
export function watchLastLine(bytes: Bytes): () => string {
	let tail: Uint8Array[] = [];
	let size = 0;
	const note = (chunk: Uint8Array) => {
		tail.push(chunk);
		size += chunk.length;
		while (tail.length > 1 && size - (tail[0] as Uint8Array).length >= KEPT) {
			size -= (tail.shift() as Uint8Array).length;
		}
	};
	if (bytes instanceof Uint8Array) note(bytes);
	else watch(bytes, note);
	return () => {
		const decoder = new TextDecoder();
		const text = tail.map((chunk) => decoder.decode(chunk, { stream: true })).join('');
		tail = [];
		return text.trimEnd().split('\n').at(-1) ?? '';
	};
}

/** Paused, a stream passes what is read through a listener, and does not start to flow. */
function watch(stream: ByteStream, note: (chunk: Uint8Array) => void): void {
	stream.pause();
	stream.on('data', note);
}
