import { startSimulator } from './server.mts';

const port = Number(process.env.PORT ?? 8107);
const { url, world } = await startSimulator({ port });
world.isLive = true;

console.log(`Sensors Analytics simulator: ${url}

Project             production (also: default)
API secret          ${world.secrets.of('admin')}   (all projects: ${world.secrets.of('root')})
OpenAPI key         ${world.apiKeys.of('analyst')}   (administrator: ${world.apiKeys.of('admin')})

Account         Password          Kind
${world.accounts
	.all()
	.map(({ name, password, isPlatform, isAdmin, projects, events }) =>
		[
			name.padEnd(15),
			password.padEnd(17),
			[
				isPlatform ? 'platform account' : `project ${projects.join(', ')}`,
				isAdmin ? 'administrator' : '',
				events === 'ALL' ? '' : `events ${events.join(', ')} only`,
			]
				.filter(Boolean)
				.join('; '),
		].join(' '),
	)
	.join('\n')}

Events: $pageview, ViewProduct, AddToCart, PayOrder, SignUp. Stop with Ctrl+C.`);
