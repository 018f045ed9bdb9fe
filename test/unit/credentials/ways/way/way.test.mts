import type { Failure } from '../../../../../credentials/http/answer';
import {
	assertSignedIn,
	explainProject,
	explainSecret,
	probeRequest,
	refusesProject,
} from '../../../../../credentials/ways/way';

const DAY_MS = 86_400_000;
const failure = (said: string): Failure => ({ kind: 'notSignedIn', status: 401, said });

describe('refusesProject: only what says in clear words that the project is not there', () => {
	it.each([
		'project does not exist',
		'The project "shop" does not exist',
		"project 'shop' doesn't exist",
		'bad request: project not exist',
		'project shop not found',
		'project name is invalid',
		'There is no project "shop"',
		'unknown project: shop',
		'no such project',
		'项目不存在',
		'项目 shop 不存在',
		'找不到该项目',
	])('yes: %s', (said) => expect(refusesProject(failure(said))).toBe(true));

	it.each([
		'the event "project does not exist" is unknown',
		'the event project does not exist',
		'property event.PayOrder.project does not exist',
		'column project not found',
		'project_created does not exist',
		'Signup in the project shop does not exist',
		'there is no user "ann" in this project',
		'The API secret is wrong or gives no access to this project',
		'project does not exist or no access permission',
		'no access permission',
		'项目不存在该事件',
		'the token is invalid',
		'',
	])('no: %s', (said) => expect(refusesProject(failure(said))).toBe(false));
});

const endpoint = { baseUrl: 'https://a.b', project: 'shop', skipCertificateCheck: false };

describe('explainSecret', () => {
	it.each([
		[
			'project does not exist',
			/^Sensors Analytics rejected the project 'shop': project does not exist$/,
		],
		[
			'The API secret is wrong or gives no access to this project',
			/^Sensors Analytics rejected the project or API secret: The API secret is wrong/,
		],
		[
			'no access permission',
			/^Sensors Analytics rejected the project or API secret: no access permission$/,
		],
		['没有访问权限', /^Sensors Analytics rejected the project or API secret/],
		['the token is invalid', /^Sensors Analytics rejected the API secret: the token is invalid$/],
		[
			'the secret of "project" is wrong',
			/^Sensors Analytics rejected the API secret: the secret of "project" is wrong/,
		],
	])('%s', (said, title) => {
		expect(explainSecret(failure(said), endpoint).message).toMatch(title);
	});

	it('names both fields, the password of the administrator, and the other token', () => {
		const { description } = explainSecret({ ...failure('no'), requestId: 'r-1' }, endpoint);
		expect(description).toMatch(
			/Check 'API Secret' and 'Project' in the credential\. The secret changes whenever the administrator's password changes\. The data import token doesn't work here\. Request ID: r-1\./,
		);
		expect(description).toMatch(
			/Check 'API Secret' and 'Project' in the credential\. The secret changes whenever the administrator's password changes\. The data import token doesn't work here\. Request ID: r-1\./,
		);
		expect(description).toMatch(/Request ID: r-1\.$/);
	});
});

it('explainProject names the field, code and request', () => {
	const said = { ...failure('no project'), code: 'BAD_REQUEST', requestId: 'r-1' };
	const { message, description } = explainProject(said, 'shop');
	expect(message).toBe("Sensors Analytics rejected the project 'shop': no project (BAD_REQUEST)");
	expect(description).toMatch(/Check 'Project'.*English name.*Request ID: r-1\.$/);
});

describe('the probe', () => {
	it('requests the number of events of yesterday, from the cache', () => {
		const yesterday = new Date(Date.now() - DAY_MS).toISOString().slice(0, 10);
		expect(probeRequest('shop')).toEqual({
			path: '/api/events/report',
			query: { project: 'shop' },
			body: {
				measures: [{ event_name: '$Anything', aggregator: 'general' }],
				unit: 'day',
				from_date: yesterday,
				to_date: yesterday,
				use_cache: true,
			},
		});
	});
});

describe('the test of a credential', () => {
	const endpoint = { baseUrl: 'https://sa.example', project: 'shop', skipCertificateCheck: false };
	const said = (answer: Failure): string => {
		try {
			assertSignedIn(answer, endpoint, () => ({ message: 'Own words', description: 'Do this.' }));
			return 'passed';
		} catch (error) {
			return (error as Error).message;
		}
	};

	it('explains a refused sign-in in the words of its way, and a project in those of all', () => {
		expect(said(failure('no'))).toBe('Own words. Do this.');
		expect(said({ ...failure('project does not exist'), kind: 'refused' })).toMatch(
			/^Sensors Analytics rejected the project 'shop': project does not exist\. Check 'Project' in the credential\. Enter the English name of the project: the value of project= in the URL when the project is open\./,
		);
	});

	it('accepts a missing permission as a valid sign-in, but not a missing reason', () => {
		expect(said({ ...failure('no permission'), kind: 'refused', status: 403 })).toBe('passed');
		expect(said({ ...failure(''), kind: 'refused', status: 403, mayBeSignedOut: true })).toMatch(
			/^Sensors Analytics denied the request \(status 403, no reason given\)\. Check 'Project', and check the permissions of the account in the project/,
		);
	});
});
