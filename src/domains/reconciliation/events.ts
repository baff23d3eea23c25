import { Nullable, OneOf, Type, Uuid } from '../../platform/http/schemas.js';
import { defineEvent } from '../../platform/work/events/define-event.js';
import { REVIEW_DECISIONS, type ReviewDecision } from '../payments/index.js';

export const paymentReviewed = defineEvent(
  'payment.reviewed',
  {
    summary: 'A person decided about an unverified payment.',
    data: Type.Object({
      id: Uuid,
      payment_id: Uuid,
      decision: OneOf(REVIEW_DECISIONS),
      decided_by: Nullable(Uuid),
    }),
    webhook: true,
  },
  (row: {
    id: string;
    payment_id: string;
    store_id: string;
    decision: ReviewDecision;
    decided_by: string | null;
  }) => ({
    storeId: row.store_id,
    subjectId: row.payment_id,
    data: {
      id: row.id,
      payment_id: row.payment_id,
      decision: row.decision,
      decided_by: row.decided_by,
    },
  }),
);
