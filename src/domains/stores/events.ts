import {
  Money,
  Nullable,
  OneOf,
  Quantity,
  type Static,
  Type,
  Uuid,
} from '../../platform/http/schemas.js';
import { defineEvent } from '../../platform/work/events/define-event.js';

type Row = { id: string; sanity_id: string | null };

const RecordData = Type.Object({ id: Uuid, sanity_id: Nullable(Type.String()) });

const dataOf = ({ id, sanity_id }: Row) => ({ id, sanity_id });

const aboutChain = (row: Row) => ({ storeId: null, subjectId: row.id, data: dataOf(row) });

export const storeSaved = defineEvent(
  'store.saved',
  {
    summary: 'A store was created or changed. Tills load its settings again.',
    data: RecordData,
    live: true,
    webhook: true,
  },
  (store: Row) => ({ storeId: store.id, subjectId: store.id, data: dataOf(store) }),
);
export const storeDeleted = defineEvent(
  'store.deleted',
  { summary: 'A store was deleted.', data: RecordData, webhook: true },
  aboutChain,
);

export const siteSaved = defineEvent(
  'site.saved',
  { summary: 'A site was created or changed.', data: RecordData, webhook: true },
  aboutChain,
);
export const siteDeleted = defineEvent(
  'site.deleted',
  { summary: 'A site was deleted.', data: RecordData, webhook: true },
  aboutChain,
);

export const jurisdictionSaved = defineEvent(
  'tax_jurisdiction.saved',
  { summary: 'A tax jurisdiction was created or changed.', data: RecordData, webhook: true },
  aboutChain,
);
export const jurisdictionDeleted = defineEvent(
  'tax_jurisdiction.deleted',
  { summary: 'A tax jurisdiction was deleted.', data: RecordData, webhook: true },
  aboutChain,
);

/** All kinds of notification in one place, because screens distinguish them only by `kind`. */
const Notification = Type.Union([
  Type.Object(
    {
      kind: Type.Literal('stock_alert'),
      alert: OneOf(['below_zero', 'low']),
      message: Type.String(),
      variant_id: Uuid,
      sku: Type.String(),
      name: Type.String(),
      on_hand: Quantity,
      reorder_point: Quantity,
    },
    { title: 'stock_alert' },
  ),
  Type.Object(
    {
      kind: Type.Literal('drawer_opened'),
      operation_id: Uuid,
      terminal_id: Type.String(),
      reason: Type.String(),
      operator_id: Uuid,
    },
    { title: 'drawer_opened' },
  ),
  Type.Object(
    {
      kind: Type.Literal('payment_alert'),
      message: Type.String(),
      payment_id: Uuid,
      amount: Money,
      currency: Type.String(),
    },
    { title: 'payment_alert' },
  ),
  Type.Object(
    {
      kind: Type.Literal('webhook_endpoint_disabled'),
      message: Type.String(),
      endpoint_id: Uuid,
    },
    { title: 'webhook_endpoint_disabled' },
  ),
]);

/** Shown on the screens of one store, or of every store if `storeId` is null. */
export const systemNotification = defineEvent(
  'system.notification',
  {
    summary: 'A notification for the staff of a store; `kind` says which.',
    data: Notification,
    live: true,
  },
  (about: {
    storeId: string | null;
    terminalId?: string | null;
    subjectId: string;
    data: Static<typeof Notification>;
  }) => about,
);
