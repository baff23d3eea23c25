import {
  Answer,
  Body,
  Nullable,
  OneOf,
  Query,
  type Static,
  Text,
  Timestamp,
  Type,
  UNTAGGED,
  Uuid,
} from '../../../platform/http/schemas.js';
import { Amount, ContentId, DESCRIPTION_MAX, Stamps, Whole } from '../fields.js';
import { AB_STATUSES } from './rules.js';

const VariantName = Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9 ._-]{0,49}$' });
const SubjectKey = Text(200, 1);

export const AbTestBody = Body({
  name: Text(255, 1),
  description: Type.Optional(Text(DESCRIPTION_MAX)),
  status: Type.Optional(OneOf(AB_STATUSES)),
  variants: Type.Array(
    Body({
      name: VariantName,
      weight: Type.Optional(Whole(1_000_000)),
      promotion_id: Type.Optional(
        Nullable(
          Type.String({
            format: 'uuid',
            description: 'Applies only to subjects of this variant, while the test runs',
          }),
        ),
      ),
    }),
    {
      minItems: 2,
      maxItems: 10,
      description: 'The first is the baseline that the others are compared with.',
    },
  ),
  campaign_id: Type.Optional(Nullable(Uuid)),
  sanity_id: ContentId,
});
export type AbTestInput = Static<typeof AbTestBody>;

const Interval = Answer({ low: Type.Number(), high: Type.Number() });

/** Counts of what customers do. They are not in the ETag, so they refuse nobody's change. */
const Results = Answer(
  {
    confidence: Type.Number(),
    baseline: Type.String(),
    currency: Nullable(
      Type.String({ description: 'Currency of `revenue`, that of most sales; null without sales' }),
    ),
    impressions: Type.Integer(),
    conversions: Type.Integer(),
    variants: Type.Array(
      Answer({
        name: Type.String(),
        impressions: Type.Integer(),
        conversions: Type.Integer(),
        conversion_rate: Type.Number(),
        revenue: Amount,
        revenue_by_currency: Type.Array(Answer({ currency: Type.String(), revenue: Amount })),
        comparison: Nullable(
          Answer({
            difference: Type.Number(),
            difference_interval: Interval,
            lift_percent: Nullable(Type.Number()),
            lift_interval_percent: Nullable(Interval),
            z: Nullable(Type.Number()),
            p_value: Nullable(Type.Number()),
            is_significant: Type.Boolean(),
          }),
        ),
      }),
    ),
  },
  UNTAGGED,
);

export const AbTestAnswer = Answer({
  id: Uuid,
  name: Type.String(),
  description: Type.String(),
  status: OneOf(AB_STATUSES),
  variants: Type.Array(
    Answer({
      name: Type.String(),
      weight: Type.Integer(),
      promotion_id: Type.Optional(Uuid),
    }),
  ),
  campaign_id: Nullable(Uuid),
  started_at: Nullable(Timestamp),
  ended_at: Nullable(Timestamp),
  sanity_id: Nullable(Type.String()),
  ...Stamps,
  results: Type.Optional(Results),
});

export const AbTestFilters = { status: Type.Optional(OneOf(AB_STATUSES)) };

export const AssignmentQuery = Query({ subject_key: SubjectKey });
export const AssignmentAnswer = Answer({
  test_id: Uuid,
  status: OneOf(AB_STATUSES),
  variant: Type.String(),
});

export const RecordBody = Body({ variant: Text(50, 1), subject_key: SubjectKey });
export type RecordInput = Static<typeof RecordBody>;
export const RecordAnswer = Answer({
  test_id: Uuid,
  variant: Type.String(),
  recorded: Type.Boolean({
    description: 'False when this subject was counted before, or sees another variant.',
  }),
});
