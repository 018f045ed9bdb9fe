import jsep from 'jsep';

import type { ShopEvent } from '../data/shop.mts';
import { badRequest } from '../refusal.mts';

type Compute = (events: ShopEvent[]) => number | null;
/** Compiles an atom such as `sum(event.PayOrder.amount)`. */
type CompileAtom = (name: string, event: string, property: string | undefined) => Compute;

/**
 * Compiles the formula of a custom metric, `<arithmetic>|<format>` (docs/service.md, "Formulas");
 * division by 0 returns null.
 */
export function compileFormula(
	expression: string,
	place: string,
	compileAtom: CompileAtom,
): Compute {
	const [arithmetic = ''] = expression.split('|');
	let tree: jsep.Expression;
	try {
		tree = jsep(arithmetic);
	} catch (error) {
		throw badRequest(`${place}: ${(error as Error).message}`);
	}
	return compile(tree, place, compileAtom);
}

function compile(node: jsep.Expression, place: string, compileAtom: CompileAtom): Compute {
	if (isNode<jsep.Literal>(node, 'Literal') && typeof node.value === 'number') {
		const { value } = node;
		return () => value as number;
	}
	if (isNode<jsep.UnaryExpression>(node, 'UnaryExpression') && node.operator === '-') {
		const argument = compile(node.argument, place, compileAtom);
		return (events) => combine(0, argument(events), (_zero, value) => -value);
	}
	if (isNode<jsep.BinaryExpression>(node, 'BinaryExpression') && OPERATORS[node.operator]) {
		const operate = OPERATORS[node.operator] as (a: number, b: number) => number;
		const [left, right] = [node.left, node.right].map((side) =>
			compile(side, place, compileAtom),
		) as [Compute, Compute];
		return (events) => combine(left(events), right(events), operate);
	}
	if (isNode<jsep.CallExpression>(node, 'CallExpression')) {
		const [scope, event, ...property] = pathOf(node.arguments[0] as jsep.Expression, place);
		if (scope !== 'event' || !event)
			throw badRequest(`${place}: expected event.<name> in a function`);
		const name = pathOf(node.callee, place).join('.').toLowerCase();
		return compileAtom(name, event, property.length > 0 ? property.join('.') : undefined);
	}
	throw badRequest(`${place}: not understood`);
}

const OPERATORS: Record<string, (a: number, b: number) => number> = {
	'+': (a, b) => a + b,
	'-': (a, b) => a - b,
	'*': (a, b) => a * b,
	'/': (a, b) => a / b,
};

function combine(
	a: number | null,
	b: number | null,
	operate: (a: number, b: number) => number,
): number | null {
	if (a === null || b === null) return null;
	const value = operate(a, b);
	return Number.isFinite(value) ? Math.round(value * 1e6) / 1e6 : null;
}

function pathOf(node: jsep.Expression | undefined, place: string): string[] {
	if (node && isNode<jsep.Identifier>(node, 'Identifier')) return [node.name];
	if (node && isNode<jsep.MemberExpression>(node, 'MemberExpression')) {
		return [...pathOf(node.object, place), ...pathOf(node.property, place)];
	}
	throw badRequest(`${place}: expected a name such as event.PayOrder.amount`);
}

function isNode<Node extends jsep.Expression>(
	node: jsep.Expression,
	type: Node['type'],
): node is Node {
	return node.type === type;
}
