import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** Streams the lines as a file to download. */
export const sendCsv = (
  reply: FastifyReply,
  fileName: string,
  lines: AsyncGenerator<string>,
): FastifyReply =>
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .send(Readable.from(lines));
