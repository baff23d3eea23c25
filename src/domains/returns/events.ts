import { Money, OneOf, Type, Uuid } from '../../platform/http/schemas.js';
import { defineEvent } from '../../platform/work/events/define-event.js';
import type { ReturnRow } from './repository.js';
import { RETURN_STATUSES } from './rules.js';

type Row = Pick<
  ReturnRow,
  'id' | 'return_number' | 'store_id' | 'transaction_number' | 'status' | 'refund_amount'
>;

const ReturnData = Type.Object({
  id: Uuid,
  return_number: Type.String(),
  transaction_id: Type.String({ description: 'The number of the sale.' }),
  status: OneOf(RETURN_STATUSES),
  refund_amount: Money,
});

const about = (row: Row, terminalId: string | null = null) => ({
  storeId: row.store_id,
  terminalId,
  subjectId: row.id,
  data: {
    id: row.id,
    return_number: row.return_number,
    transaction_id: row.transaction_number,
    status: row.status,
    refund_amount: row.refund_amount,
  },
});

export const returnCreated = defineEvent(
  'return.created',
  { summary: 'A return was created.', data: ReturnData, live: true, webhook: true },
  about,
);
export const returnUpdated = defineEvent(
  'return.updated',
  {
    summary: 'A return changed its status, or one of its refunds was paid out or given up.',
    data: ReturnData,
    webhook: true,
  },
  about,
);
