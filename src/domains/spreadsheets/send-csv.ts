import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/**
 * Streams the lines as a file to download. The heading and the first row are read before the answer
 * begins, so that a filter the database refuses is an error instead of a file that breaks off.
 */
export async function sendCsv(
  reply: FastifyReply,
  fileName: string,
  lines: AsyncGenerator<string>,
): Promise<FastifyReply> {
  const first = [await lines.next(), await lines.next()];
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .send(Readable.from(startingWith(first, lines)));
}

async function* startingWith(
  first: readonly IteratorResult<string>[],
  lines: AsyncGenerator<string>,
): AsyncGenerator<string> {
  for (const line of first) if (!line.done) yield line.value;
  yield* lines;
}
