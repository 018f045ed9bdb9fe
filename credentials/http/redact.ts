/**
 * A text without the given secrets, in plain and in URL-encoded form: servers echo addresses
 * (with the secret in them) in their error pages.
 */
export function redact(text: string, secrets: readonly string[]): string {
	let clean = text;
	for (const secret of secrets) {
		if (secret === '') continue;
		for (const form of new Set([
			secret,
			encodeURIComponent(secret),
			JSON.stringify(secret).slice(1, -1),
		])) {
			clean = clean.split(form).join('***');
		}
	}
	return clean;
}
