/** Kinds of value by which the form shows filter functions. */
export type ValueKind = 'text' | 'number' | 'boolean' | 'date' | 'list';

/** A function of filter conditions (field notes 6.2). */
export interface FilterFunction {
	/** Name in the platform's vocabulary. */
	value: string;
	label: string;
	kinds: ValueKind[];
	/** How many values it takes. */
	takes: 'none' | 'one' | 'two' | 'some';
}

export const FILTER_FUNCTIONS: readonly FilterFunction[] = [
	{ value: 'equal', label: 'Is One Of', kinds: ['text', 'number'], takes: 'some' },
	{ value: 'notEqual', label: 'Is None Of', kinds: ['text', 'number'], takes: 'some' },
	{ value: 'contain', label: 'Contains', kinds: ['text'], takes: 'some' },
	{ value: 'notContain', label: 'Does Not Contain', kinds: ['text'], takes: 'some' },
	{ value: 'rlike', label: 'Matches Regular Expression', kinds: ['text'], takes: 'one' },
	{ value: 'less', label: 'Is Less Than', kinds: ['number'], takes: 'one' },
	{ value: 'lessEqual', label: 'Is at Most', kinds: ['number'], takes: 'one' },
	{ value: 'greater', label: 'Is Greater Than', kinds: ['number'], takes: 'one' },
	{ value: 'greaterEqual', label: 'Is at Least', kinds: ['number'], takes: 'one' },
	{ value: 'between', label: 'Is Between', kinds: ['number'], takes: 'two' },
	{ value: 'isTrue', label: 'Is True', kinds: ['boolean'], takes: 'none' },
	{ value: 'isFalse', label: 'Is False', kinds: ['boolean'], takes: 'none' },
	{ value: 'absoluteBetween', label: 'Is Between Dates', kinds: ['date'], takes: 'two' },
	{ value: 'relativeWithin', label: 'Is Within the Last N Days', kinds: ['date'], takes: 'one' },
	{ value: 'relativeBefore', label: 'Is More Than N Days Ago', kinds: ['date'], takes: 'one' },
	{ value: 'include', label: 'Includes', kinds: ['list'], takes: 'one' },
	{
		value: 'isSet',
		label: 'Has a Value',
		kinds: ['text', 'number', 'boolean', 'date', 'list'],
		takes: 'none',
	},
	{
		value: 'notSet',
		label: 'Has No Value',
		kinds: ['text', 'number', 'boolean', 'date', 'list'],
		takes: 'none',
	},
];
