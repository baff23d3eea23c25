import { once } from 'node:events';
import { fastify } from 'fastify';

/** A Fastify route that returns a fixed text: the minimum cost of an answer. */
const [body] = (await once(process, 'message')) as [string];
const app = fastify();
app.get('/', (_request, reply) => reply.type('application/json; charset=utf-8').send(body));
process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }));
process.on('disconnect', () => process.exit());
