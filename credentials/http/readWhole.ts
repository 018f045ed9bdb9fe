import { type Answer, isRedirect, answerSteps, readAnswer, readCut, type Reply } from './answer';
import { type ByteStream, causeOf, counted, guard, isByteStream, stop } from './byteStream';
import { type Limits, REFUSAL_BYTES } from './limits';
import { inSlices } from '../slices';

/** What an answer means whose body is a stream, which is read within its limits. Never throws. */
export async function readWhole(
	reply: Reply,
	limits: Limits,
	secrets: readonly string[],
): Promise<Answer> {
	const { body, status, cancel = () => undefined } = reply;
	if (!isByteStream(body)) return readAnswer(reply, secrets);
	guard(body, limits, cancel);
	if (isRedirect(reply)) {
		stop(body);
		return readAnswer({ ...reply, body: '' }, secrets);
	}
	const isFine = status >= 200 && status < 300;
	try {
		const { bytes, isCut } = await collect(body, isFine ? Infinity : REFUSAL_BYTES);
		if (isCut) stop(body);
		return await inSlices(answerSteps({ ...reply, body: bytes, isCut }, secrets));
	} catch (error) {
		return readCut(causeOf(body, error));
	}
}

/** The bytes of a stream, up to so many: the rest is not fetched. */
async function collect(
	stream: ByteStream,
	most: number,
): Promise<{ bytes: Uint8Array; isCut: boolean }> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of counted(stream)) {
		chunks.push(chunk);
		size += chunk.length;
		if (size > most) return { bytes: Buffer.concat(chunks, most), isCut: true };
	}
	return { bytes: Buffer.concat(chunks), isCut: false };
}
