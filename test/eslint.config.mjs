// Tests, scripts and the simulator run on Node.js, not in n8n: n8n's own rules (no timers, no file
// system …) are not for them.
import js from '@eslint/js';
import tseslint from 'typescript-eslint';

const all = tseslint.config({
	files: ['**/*.mts'],
	extends: [js.configs.recommended, tseslint.configs.recommended],
	rules: {
		// tsc knows the globals better.
		'no-undef': 'off',
		'@typescript-eslint/no-unused-vars': [
			'error',
			{ varsIgnorePattern: '^_', argsIgnorePattern: '^_' },
		],
	},
});

// A change is judged by the same cases every time.
const sameCases = {
	files: ['test/unit/**/*.mts', 'test/engine/**/*.mts'],
	rules: {
		'no-restricted-imports': [
			'error',
			{ paths: [{ name: 'fast-check', message: 'Use test/support/fastCheck.mts.' }] },
		],
	},
};

export default [...all, sameCases];
