import type { Reader, Tx } from '../../../../platform/database/tx.js';
import { Failure } from '../../../../platform/http/failure.js';
import {
  ageVerifiedFor,
  customerKeyOf,
  identityVerified,
  kycRequired,
  purchaseLimitExceeded,
  takeAllowance,
} from '../../../compliance/index.js';
import type { WebSession } from '../../../people/index.js';
import type { CartLine } from '../../carts/repository.js';

/** Refuses goods with an age limit unless the customer has proved their age. */
export async function checkAge(
  reader: Reader,
  session: WebSession,
  lines: readonly CartLine[],
  now: Date,
): Promise<void> {
  const minimumAge = Math.max(0, ...lines.map(line => line.minimumAge ?? 0));
  if (minimumAge === 0) return;
  const person = { sessionId: session.id, userId: session.userId };
  if (await ageVerifiedFor(reader, person, minimumAge, now)) return;
  throw new Failure(
    'invalid',
    'AGE_VERIFICATION_REQUIRED',
    `This order is for people of ${minimumAge} or older; verify your age first.`,
    { details: { minimum_age: minimumAge } },
  );
}

/** Refuses goods that only customers with a verified identity may buy. */
export async function checkIdentity(
  reader: Reader,
  session: WebSession,
  lines: readonly CartLine[],
): Promise<void> {
  if (!lines.some(line => line.requiresKyc)) return;
  if (!(await identityVerified(reader, session.userId))) throw kycRequired(session.userId);
}

/** Counts the order against the purchase limits per customer. */
export async function usePurchaseLimits(
  tx: Tx,
  order: {
    saleId: string;
    storeId: string;
    session: WebSession;
    email: string | null;
    lines: readonly { variant_id: string; quantity: number }[];
    now: Date;
  },
): Promise<void> {
  const { session, email } = order;
  const exceeded = await takeAllowance(
    tx,
    order.saleId,
    {
      storeId: order.storeId,
      customerKey: customerKeyOf({ userId: session.userId, email, sessionId: session.id }),
      email,
      lines: order.lines.map(line => ({ variantId: line.variant_id, quantity: line.quantity })),
    },
    order.now,
  );
  if (exceeded.length > 0) throw purchaseLimitExceeded(exceeded);
}
