import { once } from 'node:events';
import { fastify } from 'fastify';

/** A Fastify route that answers a text it was given, and nothing else: what any answer costs at least. */
const [body] = (await once(process, 'message')) as [string];
const app = fastify();
app.get('/', (_request, reply) => reply.type('application/json; charset=utf-8').send(body));
process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }));
process.on('disconnect', () => process.exit());
