/** What errors advise, by their subject. */
export const TODO = {
	permission:
		"The credential's account doesn't have the required permission. Ask an administrator of project 'production' to grant it.",
	names: "Check event names, properties, and dates. Use the exact names from project 'production'.",
	sql: "Check the syntax of 'SQL', and check that its tables, columns, and functions exist in project 'production'.",
	simplify:
		'If only this query fails, simplify it to find the unsupported part. If every request fails, contact your Sensors Analytics administrator.',
	access:
		"Check that the account has access to project 'production', and that 'Base URL' points directly to Sensors Analytics.",
	account: "Check 'Account Name', 'Password', 'Project', and 'Platform Account'.",
	enable: 'Ask an administrator of the project to enable the account',
	otherWay: "Set 'Authentication' to API Secret or User Token via API Secret",
	secret:
		"Check 'API Secret' and 'Project' in the credential. The secret changes whenever the administrator's password changes. The data import token doesn't work here.",
	user: "Check 'User Name' and 'Project'",
	baseUrl:
		"Check 'Base URL' in the credential. Enter the URL that you use to open Sensors Analytics.",
	redirect:
		"In the credential, check the scheme (http or https), host, port, and path in 'Base URL'.",
	slower:
		"Wait 600 seconds. Lower 'Concurrent Items' or 'Requests per Second', or run the workflow less often.",
	later: 'Try again later. If this continues, contact your Sensors Analytics administrator.',
	https: "If the port uses HTTPS, change 'Base URL' to https://",
	host: "In the credential, check the host and port in 'Base URL'. Also check that n8n can reach the host (network, firewall, proxy).",
	again:
		"Try again. If this continues, use a shorter date range or fewer groups, and check 'Base URL' in the credential.",
	timeout:
		"Use a shorter date range or fewer groups, or increase 'Timeout (Seconds)'. If no request succeeds, check 'Base URL' in the credential.",
	raw: "To get the response unchanged, set 'Output' to Raw. Open a GitHub issue, and include your Sensors Analytics version.",
	headers:
		"If 'Base URL' is correct, ask your Sensors Analytics or proxy administrator to correct the headers.",
	httpPort: 'If HTTPS is available on another port, use that port instead. HTTP exposes',
	httpsPort: 'If HTTPS uses another port, enter that port.',
	noRedirects: "The node doesn't follow redirects, to protect your secret.",
	project:
		"Check 'Project' in the credential. Enter the English name of the project: the value of project= in the URL when the project is open.",
	notTheKey:
		"Set 'Authentication' to API Key (OpenAPI) and enter the key there, or enter the API secret.",
	key: "Check 'API Key' and 'Project' in the credential. The key might be wrong, expired, or deleted.",
	actAs: "Only an administrator's key can act as another account. Check 'Account ID to Act As'.",
	older:
		"If 'Base URL' is correct, the installation might be older than version 2.5. Choose a different option for 'Authentication'.",
	notTheSecret: "To use the project's API secret instead, set 'Authentication' to API Secret",
	wholeKey: 'Copy the whole key, without any other text',
	module:
		'Ask your Sensors Analytics administrator, or use a credential with a different authentication method.',
	fewerRows: 'Run the query again, or select fewer rows',
};
