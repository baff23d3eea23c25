import { Type, Uuid } from '../../platform/http/schemas.js';
import { defineEvent } from '../../platform/work/events/define-event.js';

type OrderRow = { id: string; po_number: string; store_id: string; status: string };

const OrderData = Type.Object({ id: Uuid, po_number: Type.String(), status: Type.String() });

const about = ({ id, po_number, store_id, status }: OrderRow) => ({
  storeId: store_id,
  subjectId: id,
  data: { id, po_number, status },
});

export const orderSaved = defineEvent(
  'purchase_order.saved',
  { summary: 'A purchase order was created, changed or received.', data: OrderData, webhook: true },
  about,
);
export const orderDeleted = defineEvent(
  'purchase_order.deleted',
  { summary: 'A purchase order was deleted.', data: OrderData, webhook: true },
  about,
);
