import type { FastifyRequest } from 'fastify';

/** A request without a body lacks the present password, and is refused like one with an empty body. */
export async function bodyMayBeMissing(request: FastifyRequest): Promise<void> {
  request.body ??= {};
}
