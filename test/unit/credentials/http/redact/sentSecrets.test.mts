import {
	MANGLED,
	noteSent,
	redactorOf,
	withoutHidden,
} from '../../../../../credentials/http/redact';

describe('secrets that were sent for other items', () => {
	const OWN = 'own-secret-0123456789';
	const said = 'there is no project Winter2024!';

	it('are hidden in words of the server that they were sent to, and of no other server', () => {
		noteSent([OWN], 'https://one.example');
		noteSent(['Winter2024!'], 'https://two.example');
		expect(redactorOf([OWN]).words(said)).toBe(said);
		noteSent(['Winter2024!'], 'https://one.example');
		expect(redactorOf([OWN]).words(said)).toBe(MANGLED);
		expect(redactorOf([OWN]).isClean('winter2024')).toBe(false);
	});

	it('never replace the own ones, of which parts are hidden after any number of others', () => {
		for (let index = 0; index < 300; index++)
			noteSent([`other-secret-${index}-0123456789`], 'https://one.example');
		expect(redactorOf([OWN]).words(`no ${OWN.slice(0, 16)} here`)).toBe(MANGLED);
	});

	it('are not put together by removing what nobody sees', () => {
		noteSent([OWN], 'https://one.example');
		expect(withoutHidden(`a\u200b ${[...OWN].join('\u00ad')} b`)).toBe('a *** b');
		expect(withoutHidden('a\u200bb')).toBe('ab');
	});

	it('cost little, however long they are', () => {
		noteSent([OWN], 'https://long.example');
		for (let index = 0; index < 50; index++)
			noteSent([`${index}`.padEnd(4096, 'abcdefgh0123')], 'https://long.example');
		const before = process.cpuUsage();
		expect(redactorOf([OWN]).words('there is no such project')).toBe('there is no such project');
		expect(process.cpuUsage(before).user / 1e6).toBeLessThan(1);
	});

	it('that are empty belong to no server', () => {
		noteSent(['', 'another-thing-abcdefghij'], 'https://three.example');
		noteSent(['', 'fourth-word-98765432100'], 'https://four.example');
		const words = 'no fourth-word-98765432100';
		expect(redactorOf(['', 'another-thing-abcdefghij']).words(words)).toBe(words);
	});
});
