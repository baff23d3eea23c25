import {
  Answer,
  Body,
  Nullable,
  OneOf,
  PageQuery,
  Params,
  Query,
  Text,
  Timestamp,
  Type,
  Uuid,
} from '../../../platform/http/schemas.js';
import {
  PaymentAnswer,
  REVIEW_DECISIONS,
  RefundAnswer,
  SHOWN_VERIFICATIONS,
} from '../../payments/index.js';
import { ANSWERS, REASONS } from './rules.js';

export const ReviewQuery = Query({ store: Type.Optional(Text(255, 1)), ...PageQuery });
export const ReviewParams = Params({ id: Uuid });

const Reason = OneOf(REASONS, {
  description:
    '`not_confirmed`: the processor has not answered yet. `not_found`: it does not know the payment. ' +
    '`no_proof`: no processor id and no slip number. `mismatch`: it reports something else. ' +
    '`taken_after_failure`: it took the money of a payment booked as failed.',
});

export const ReviewAnswer = Answer({
  ...PaymentAnswer.properties,
  reason: Reason,
  reason_text: Type.String({ description: 'The reason in a sentence.' }),
  asks: Type.Integer({ description: 'How often the processor was asked.' }),
  asked_at: Nullable(Timestamp),
  answer: Nullable(OneOf(ANSWERS, { description: 'The last answer of the processor.' })),
  task_id: Nullable(Type.String({ description: 'The task that was opened after 24 hours.' })),
});

export const DecisionBody = Body({
  decision: OneOf(REVIEW_DECISIONS, {
    description:
      '`accept`: the money is there, as the note explains. `refund`: give the rest of the payment ' +
      'back. `correct`: check another processor id, or the present one again; the payment is ' +
      'verified if the processor took the booked amount, else 409 `NOT_CONFIRMED`. With ' +
      '`reference`: record the slip number of a stand-alone terminal.',
  }),
  note: Text(1000, 1),
  processor_transaction_id: Type.Optional(Text(255, 1)),
  reference: Type.Optional(Text(100, 1)),
});

const decisionFields = {
  id: Uuid,
  payment: Uuid,
  decision: OneOf(REVIEW_DECISIONS),
  note: Type.String(),
  reason: Reason,
  verification_before: OneOf(SHOWN_VERIFICATIONS),
  processor_transaction_id_before: Nullable(Type.String()),
  reference_before: Nullable(Type.String()),
  decided_by: Nullable(Uuid),
  decided_by_name: Type.String(),
  decided_at: Timestamp,
};

export const DecisionAnswer = Answer({ ...decisionFields, refund: Nullable(RefundAnswer) });

export const HistoryAnswer = Answer({
  payment: PaymentAnswer,
  in_review: Type.Boolean(),
  reason: Nullable(Reason),
  reason_text: Nullable(Type.String()),
  decisions: Type.Array(Answer(decisionFields)),
});
