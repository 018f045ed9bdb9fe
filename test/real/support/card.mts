import type { Page } from 'playwright-core';

import { teamsBody } from '../../support/robots.mts';

/** Draws a message for Teams into an empty page, by Microsoft's library of Adaptive Cards. */
export async function drawCard(page: Page, message: unknown): Promise<void> {
	const [attachment] = teamsBody.parse(message).attachments;
	await page.addScriptTag({ path: 'node_modules/adaptivecards/dist/adaptivecards.min.js' });
	await page.evaluate((text) => {
		const card = new globalThis.AdaptiveCards.AdaptiveCard();
		card.hostConfig = new globalThis.AdaptiveCards.HostConfig({
			fontFamily: 'sans-serif',
			containerStyles: {
				accent: { backgroundColor: '#c7def9' },
				emphasis: { backgroundColor: '#e8e8e8' },
			},
		});
		card.parse(JSON.parse(text));
		document.getElementById('root')?.append(card.render() as HTMLElement);
	}, JSON.stringify(attachment?.content));
}
