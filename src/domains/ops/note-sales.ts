import type { FastifyInstance } from 'fastify';

type Answer = { transaction_id?: unknown; transactionId?: unknown; transaction?: unknown };

/** The number of the sale that an answer is about, at its top or one level below. */
function saleIn(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined;
  const { transaction_id, transactionId, transaction } = answer as Answer;
  const number = transaction_id ?? transactionId;
  return typeof number === 'string' ? number : saleIn(transaction);
}

/** Puts the number of the sale into the request's line of the log, so that `npm run explain` finds it. */
export function noteSales(app: FastifyInstance): void {
  app.addHook('preSerialization', (request, _reply, answer, done) => {
    request.logSubject = saleIn(answer) ?? null;
    done(null, answer);
  });
}
