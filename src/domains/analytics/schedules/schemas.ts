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
  UNTAGGED,
  Uuid,
} from '../../../platform/http/schemas.js';
import { GROUPINGS } from '../reports/comparison/groups.js';
import { COMPARISONS } from '../reports/comparison/periods.js';
import { FREQUENCIES, MAILED_REPORTS } from './rules.js';

export const ScheduleParams = Params({ id: Uuid });
export const ScheduleQuery = Query(PageQuery);

const Weekday = { minimum: 1, maximum: 7, description: 'Day of a weekly report; 1 is Monday' };
const MOST_OTHERS = 5;
const Hour = { minimum: 0, maximum: 23, description: "By the store's clock" };

export const ScheduleBody = Body({
  name: Text(100, 1),
  store: Type.Optional(
    Nullable(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description: 'Null: each recipient gets the figures of all stores they work at',
      }),
    ),
  ),
  report: OneOf(MAILED_REPORTS),
  by: Type.Optional(OneOf(GROUPINGS, { default: 'store' })),
  compared_with: Type.Optional(OneOf(COMPARISONS, { default: 'previous_period' })),
  frequency: OneOf(FREQUENCIES),
  weekday: Type.Optional(Type.Integer({ ...Weekday, default: 1 })),
  hour: Type.Optional(Type.Integer({ ...Hour, default: 7 })),
  recipients: Type.Array(Text(100, 1), {
    minItems: 1,
    maxItems: 20,
    description: 'Ids or employee numbers of staff who may read reports of the store',
  }),
  other_recipients: Type.Optional(
    Type.Array(Type.String({ format: 'email', minLength: 3, maxLength: 254 }), {
      maxItems: MOST_OTHERS,
      uniqueItems: true,
      description:
        'Mail addresses outside of the staff, such as that of an accountant. They get the figures ' +
        'of the stores that at least one of the recipients sees.',
    }),
  ),
  is_active: Type.Optional(Type.Boolean({ default: true })),
});

export const ScheduleAnswer = Answer({
  id: Uuid,
  name: Type.String(),
  store: Nullable(Type.String({ description: 'Code of the store' })),
  report: OneOf(MAILED_REPORTS),
  by: OneOf(GROUPINGS),
  compared_with: OneOf(COMPARISONS),
  frequency: OneOf(FREQUENCIES),
  weekday: Type.Integer(Weekday),
  hour: Type.Integer(Hour),
  time_zone: Type.String(),
  recipients: Type.Array(
    Answer({
      id: Uuid,
      name: Type.String(),
      email: Nullable(Type.String()),
      may_read: Type.Boolean({ description: 'False: gets no mail, until the right is back' }),
    }),
  ),
  other_recipients: Type.Array(Type.String()),
  is_active: Type.Boolean(),
  next_at: Nullable(Timestamp, UNTAGGED),
  last_sent_at: Nullable(Timestamp, UNTAGGED),
  error: Nullable(Type.String(), UNTAGGED),
});

export const TestAnswer = Answer({ sent_to: Type.String() });
