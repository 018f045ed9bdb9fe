import { readRobot } from '../../../../../../nodes/SensorsAnalytics/params/message';

it('a card with a button, if it is chosen', () => {
	const link = 'https://sa.example.com/a?b=c';
	expect(readRobot({ style: 'card', link })).toMatchObject({ style: 'card', link });
	expect(readRobot({})).toMatchObject({ style: 'markdown', link: '' });
});

it('people by phone numbers, user IDs, or all', () => {
	const mention = '13800000000, +1-2025550123, zhangsan, 0123456789012, li.si@corp, All';
	expect(readRobot({ mention }).mentions).toEqual({
		everybody: true,
		phones: ['13800000000', '+1-2025550123'],
		userIds: ['zhangsan', '0123456789012', 'li.si@corp'],
	});
	expect(readRobot({ mention: ['所有人'] }).mentions.everybody).toBe(true);
});

it.each([
	[
		{ mention: '<@all>' },
		"'Mention' of the message contains '<@all>', which is neither a phone number nor a user ID. Enter comma-separated phone numbers or user IDs, or all. From an expression, return several as a list",
	],
	[
		{ mention: 'a b' },
		"'Mention' of the message contains 'a b', which is neither a phone number nor a user ID. Enter comma-separated phone numbers or user IDs, or all. From an expression, return several as a list",
	],
	[
		{ link: 'javascript:alert(1)' },
		"'Link' of the message isn't a web address. Enter an address that starts with https://",
	],
	[
		{ link: 'https://a b' },
		"'Link' of the message isn't a web address. Enter an address that starts with https://",
	],
])('refused with the name of the field: %j', (message, words) => {
	expect(() => readRobot(message)).toThrow(words);
});

it('at most 200 people', () => {
	const people = (count: number) => readRobot({ mention: Array<string>(count).fill('zhangsan') });
	expect(people(200).mentions.userIds).toHaveLength(200);
	expect(() => people(201)).toThrow(
		"'Mention' of the message has 201 entries, but the maximum is 200",
	);
});
