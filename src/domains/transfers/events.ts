import { OneOf, Type, Uuid } from '../../platform/http/schemas.js';
import { defineEvent, type NewEvent } from '../../platform/work/events/define-event.js';
import { TRANSFER_STATUSES, type TransferStatus } from './rules.js';

type Row = {
  id: string;
  number: string;
  status: TransferStatus;
  from_store_id: string;
  to_store_id: string;
};

export const transferChanged = defineEvent(
  'stock_transfer.changed',
  {
    summary:
      'A transfer was requested, packed, sent, received or cancelled; once for each of its two stores.',
    data: Type.Object({
      id: Uuid,
      number: Type.String(),
      status: OneOf(TRANSFER_STATUSES),
      from_store: Uuid,
      to_store: Uuid,
    }),
    webhook: true,
  },
  ({ storeId, transfer }: { storeId: string; transfer: Row }) => ({
    storeId,
    subjectId: transfer.id,
    data: {
      id: transfer.id,
      number: transfer.number,
      status: transfer.status,
      from_store: transfer.from_store_id,
      to_store: transfer.to_store_id,
    },
  }),
);

/** The events of a change: each store sees its own. */
export const eventsOf = (transfer: Row): NewEvent[] =>
  [transfer.from_store_id, transfer.to_store_id].map(storeId =>
    transferChanged({ storeId, transfer }),
  );
