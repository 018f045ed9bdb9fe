import type { Locator, Page } from 'playwright-core';

import { optionOf } from './editor.mts';

/** The form shows an answer within this. */
const SETTLED_MS = 500;

/** The open form of a credential. Fields are named as in the credentials type. */
export class CredentialForm {
	private readonly form: Locator;

	constructor(private readonly page: Page) {
		this.form = page.getByTestId('editCredential-modal');
	}

	async fill(field: string, text: string): Promise<void> {
		const input = this.field(field).locator('input');
		await input.fill(text);
		await input.blur();
	}

	async choose(field: string, option: string): Promise<void> {
		await this.field(field).click();
		await optionOf(this.page, option).click();
	}

	async rename(name: string): Promise<void> {
		await this.form.getByTestId('credential-name').click();
		await this.page.keyboard.press('Control+A');
		await this.page.keyboard.type(name);
		await this.page.keyboard.press('Enter');
	}

	/** Saves, which also tests. @returns what the form then says */
	async save(): Promise<string> {
		// What the form said before stays until n8n has answered.
		const answers = [/\/rest\/credentials(\/(?!test$)\w+)?$/, /\/rest\/credentials\/test$/].map(
			async (path) =>
				await this.page.waitForResponse(
					(response) =>
						response.request().method() !== 'GET' && path.test(new URL(response.url()).pathname),
				),
		);
		await this.form.getByTestId('credential-save-button').click();
		await Promise.all(answers);
		await this.page.waitForTimeout(SETTLED_MS);
		await this.untilTested();
		if (await this.success.isVisible()) return await this.success.innerText();
		await this.details.click();
		return await this.form.getByTestId('node-credentials-config-container').innerText();
	}

	/** Until the form says what came of a test. */
	async untilTested(): Promise<void> {
		await this.details.or(this.success).first().waitFor();
	}

	private get details(): Locator {
		return this.form.getByText('More details');
	}

	private get success(): Locator {
		return this.form.getByTestId('credentials-config-container-test-success');
	}

	async close(): Promise<void> {
		await this.form.getByRole('button', { name: 'Close this dialog' }).click();
		await this.form.waitFor({ state: 'hidden' });
	}

	private field(name: string): Locator {
		return this.form.locator(`[data-parameter-path="${name}"]`);
	}
}
