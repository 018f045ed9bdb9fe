import { Engine } from '../support/engine.mts';
it('x', async () => {
	const s = performance.now();
	await Engine.start();
	console.log('start', performance.now() - s);
});
