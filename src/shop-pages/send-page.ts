import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const compress = promisify(gzip);

/** Low, because every answer is compressed anew: its nonce differs. */
const LEVEL = 3;

/**
 * Sends a page, compressed if the browser takes it so. A page about a person is not compressed:
 * the length of an answer that also repeats the address could give away what else it contains.
 */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  html: string,
  isPersonal: boolean,
): Promise<FastifyReply> {
  reply.type('text/html; charset=utf-8');
  const accepted = String(request.headers['accept-encoding'] ?? '');
  if (isPersonal || !/\bgzip\b/.test(accepted)) return reply.send(html);
  const body = await compress(html, { level: LEVEL });
  return reply.header('content-encoding', 'gzip').send(body);
}
