/**
 * Cards (stdin, JSON) as another library for Slack writes them, a list of blocks each (stdout).
 * It falls back to a text section where Slack's limits are passed. A process of its own: the
 * library is an ES module, the tests are not.
 */
import { cardToSlackBlocks } from '@chat-adapter/slack/blocks';

const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const cards = JSON.parse(Buffer.concat(chunks).toString());
process.stdout.write(JSON.stringify(cards.map((card) => cardToSlackBlocks(card))));
