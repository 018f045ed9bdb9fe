/** What a library makes of texts in Slack's markup: JSON of texts from stdin → JSON of HTML. */
import { readFileSync } from 'node:fs';

import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Message } from 'slack-blocks-to-jsx';

const texts = JSON.parse(readFileSync(0, 'utf8'));
const pages = texts.map((text) =>
	renderToStaticMarkup(
		createElement(Message, {
			time: new Date(0),
			name: '',
			logo: 'x',
			blocks: [{ type: 'section', text: { type: 'mrkdwn', text } }],
		}),
	),
);
console.log(JSON.stringify(pages));
