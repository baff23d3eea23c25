import type { Fact } from '../../platform/events/outbox.js';

type Subject = { id: string; po_number: string; store_id: string; status: string };

const about =
  (event: string) =>
  ({ id, po_number, store_id, status }: Subject): Fact => ({
    event,
    storeId: store_id,
    subjectId: id,
    data: { id, po_number, status },
  });

export const orderSaved = about('purchase_order.saved');
export const orderDeleted = about('purchase_order.deleted');
