/** What robots of chats would say to a request. */
import { createHmac } from 'node:crypto';

import type { z } from 'zod';

import { dingtalkBody, feishuBody, teamsBody, wecomBody } from '../../support/robots.mts';

/** The beginnings of their addresses in the examples, and the paths that replace them here. */
export const ROBOTS: Array<[address: string, path: string]> = [
	['https://oapi.dingtalk.com', '/dingtalk'],
	['https://qyapi.weixin.qq.com', '/wecom'],
	['https://REPLACE.api.powerplatform.com', '/teams'],
	['https://open.feishu.cn', '/feishu'],
];
const BODIES: Record<string, z.ZodType> = {
	dingtalk: dingtalkBody,
	wecom: wecomBody,
	teams: teamsBody,
	feishu: feishuBody,
};
/** As the example has it. */
const SECRET = 'SECREPLACE';

/** @returns why the robot refuses the request; undefined for one that it takes, or for no robot */
export function judgeRobot({ pathname, searchParams }: URL, body: unknown): string | undefined {
	const [, name = ''] = pathname.split('/');
	const judged = BODIES[name]?.safeParse(body);
	if (judged?.success === false) return judged.error.message;
	if (name !== 'dingtalk') return undefined;
	const timestamp = searchParams.get('timestamp') ?? '';
	const isOld = Math.abs(Date.now() - Number(timestamp)) > 3_600_000;
	if (isOld || timestamp === '') return 'the timestamp is more than an hour away';
	const sign = createHmac('sha256', SECRET).update(`${timestamp}\n${SECRET}`).digest('base64');
	return searchParams.get('sign') === sign ? undefined : 'the signature is another one';
}
