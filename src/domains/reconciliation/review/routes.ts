import { notFound } from '../../../platform/http/failure.js';
import { IdempotencyHeaders } from '../../../platform/http/headers.js';
import { createIdempotency } from '../../../platform/http/idempotency.js';
import { DEFAULT_LIMIT, idCursor, page } from '../../../platform/http/paginate.js';
import { Type } from '../../../platform/http/schemas.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { keyScope, maySee, staff, staffOf } from '../../access/index.js';
import { listScope, paymentView, paymentViews, presentPayment } from '../../transactions/index.js';
import { decideReview } from './decide-review.js';
import { presentDecision, presentReview } from './present.js';
import { decisionsOf, listReviews, reviewState } from './repository.js';
import { explain, needsReview, reasonOf } from './rules.js';
import {
  DecisionAnswer,
  DecisionBody,
  HistoryAnswer,
  ReviewAnswer,
  ReviewParams,
  ReviewQuery,
} from './schemas.js';

const tags = ['Payments'];
const config = { access: staff('payment.review') };
/** Matches only UUIDs, because other segments at this place are separate routes. */
const REVIEW = '/payments/:id(^[0-9a-fA-F]{8}-[0-9a-fA-F-]{27}$)/review/';

/** Payments that nobody has confirmed, and the decisions about them. */
export function reviewRoutes(app: App, platform: Platform): void {
  readRoutes(app, platform);
  const idempotency = createIdempotency(platform);

  app.post(
    REVIEW,
    {
      config,
      schema: {
        tags,
        summary: 'Accept, refund or correct a payment in review; the first decision stands',
        headers: IdempotencyHeaders,
        params: ReviewParams,
        body: DecisionBody,
        response: { 200: DecisionAnswer },
      },
    },
    (request, reply) => {
      const caller = staffOf(request);
      const { decision, note, processor_transaction_id, reference } = request.body;
      const decided = {
        paymentId: request.params.id,
        decision,
        note,
        processorTransactionId: processor_transaction_id,
        reference,
      };
      return idempotency.run(request, reply, keyScope(caller), settle =>
        decideReview(platform, caller, decided, settle),
      );
    },
  );
}

function readRoutes(app: App, { db }: Platform): void {
  app.get(
    '/payments/review/',
    {
      config,
      schema: {
        tags,
        summary: 'Payments that wait for a decision, oldest first, each with its reason',
        querystring: ReviewQuery,
        response: { 200: Type.Array(ReviewAnswer) },
      },
    },
    async (request, reply) => {
      const { limit = DEFAULT_LIMIT, cursor, store } = request.query;
      const scope = await listScope(db, staffOf(request), store);
      const rows = await listReviews(db, scope, idCursor(cursor), limit + 1);
      const shown = page(request, reply, rows, limit, row => [row.payment_id]);
      const states = new Map(shown.map(row => [row.payment_id, row]));
      const payments = await paymentViews(db, [...states.keys()]);
      return payments.flatMap(payment => {
        const state = states.get(payment.id);
        return state === undefined ? [] : [presentReview(payment, state)];
      });
    },
  );

  app.get(
    REVIEW,
    {
      config,
      schema: {
        tags,
        summary: 'The decisions about a payment, and why it is in review',
        params: ReviewParams,
        response: { 200: HistoryAnswer },
      },
    },
    async request => {
      const payment = await paymentView(db, request.params.id);
      if (payment === undefined || !maySee(staffOf(request), payment.store_id)) {
        throw notFound('Payment');
      }
      const [{ answer }, decisions] = await Promise.all([
        reviewState(db, payment.id),
        decisionsOf(db, payment.id),
      ]);
      const reason = needsReview(payment) ? reasonOf(payment, answer) : null;
      return {
        payment: presentPayment(payment, true),
        in_review: reason !== null,
        reason,
        reason_text: reason === null ? null : explain(reason, payment),
        decisions: decisions.map(presentDecision),
      };
    },
  );
}
