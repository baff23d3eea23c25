import { OneOf, Type, Uuid } from '../../platform/http/schemas.js';
import { defineEvent } from '../../platform/work/events/define-event.js';
import { COUNT_STATUSES, type CountStatus } from './rules.js';

export const countChanged = defineEvent(
  'stock_count.changed',
  {
    summary: 'A stock count was started, submitted, recounted, approved or cancelled.',
    data: Type.Object({
      id: Uuid,
      number: Type.String(),
      status: OneOf(COUNT_STATUSES),
      round: Type.Integer(),
    }),
    webhook: true,
  },
  (count: {
    id: string;
    number: string;
    status: CountStatus;
    round: number;
    store_id: string;
  }) => ({
    storeId: count.store_id,
    subjectId: count.id,
    data: { id: count.id, number: count.number, status: count.status, round: count.round },
  }),
);
