import type { Tx } from '../../platform/database/tx.js';
import { conflict, notFound } from '../../platform/http/failure.js';
import { isUuid } from '../../platform/ids.js';
import { type Review, reviewById, decideReview as writeDecision } from './repository.js';
import { DECISIONS, type Decision } from './rules.js';

export async function findReview(
  tx: Parameters<typeof reviewById>[0],
  id: string,
): Promise<Review> {
  const review = isUuid(id) ? await reviewById(tx, id) : undefined;
  if (review === undefined) throw notFound('Review');
  return review;
}

/**
 * Publishes or refuses a review. The same decision again changes nothing. `seen` is the version
 * that was read: its author may have replaced the text since, and nobody has checked the new one.
 */
export async function decideReview(
  tx: Tx,
  id: string,
  decision: Decision,
  { by, at, seen }: { by: string; at: Date; seen?: Date },
): Promise<Review> {
  const review = await findReview(tx, id);
  const { from, to } = DECISIONS[decision];
  if (review.status === to) return review;
  const isDecided = await writeDecision(tx, review.id, from, { status: to, by, at, seen });
  const current = await findReview(tx, id);
  if (isDecided || current.status === to) return current;
  if (from.some(status => status === current.status)) {
    throw conflict('REVIEW_CHANGED', 'The review has changed since it was read. Read it again.');
  }
  throw conflict('INVALID_STATE', `This review is ${current.status}.`, {
    status: current.status,
  });
}
