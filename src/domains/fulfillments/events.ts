import { OneOf, Type, Uuid } from '../../platform/http/schemas.js';
import { defineEvent } from '../../platform/work/events/define-event.js';
import type { Fulfillment } from './repository.js';
import { FULFILLMENT_STATUSES, FULFILLMENT_TYPES } from './rules.js';

type Row = Pick<
  Fulfillment,
  'id' | 'store_id' | 'transaction_number' | 'fulfillment_type' | 'status'
>;

const FulfillmentData = Type.Object({
  id: Uuid,
  transaction_id: Type.String({ description: 'The number of the sale.' }),
  fulfillment_type: OneOf(FULFILLMENT_TYPES),
  status: OneOf(FULFILLMENT_STATUSES),
});

const about = (row: Row) => ({
  storeId: row.store_id,
  subjectId: row.id,
  data: {
    id: row.id,
    transaction_id: row.transaction_number,
    fulfillment_type: row.fulfillment_type,
    status: row.status,
  },
});

export const fulfillmentCreated = defineEvent(
  'fulfillment.created',
  { summary: 'A fulfillment was created for a sale.', data: FulfillmentData, webhook: true },
  about,
);
export const fulfillmentUpdated = defineEvent(
  'fulfillment.updated',
  { summary: 'A fulfillment changed.', data: FulfillmentData, webhook: true },
  about,
);
