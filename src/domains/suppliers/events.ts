import { Type, Uuid } from '../../platform/http/schemas.js';
import { defineEvent } from '../../platform/work/events/define-event.js';

type Row = { id: string; name: string };

const SupplierData = Type.Object({ id: Uuid, name: Type.String() });

const about = ({ id, name }: Row) => ({ storeId: null, subjectId: id, data: { id, name } });

export const supplierSaved = defineEvent(
  'supplier.saved',
  {
    summary: 'A supplier or one of its articles was created, changed or removed.',
    data: SupplierData,
    webhook: true,
  },
  about,
);
export const supplierDeleted = defineEvent(
  'supplier.deleted',
  { summary: 'A supplier was deleted.', data: SupplierData, webhook: true },
  about,
);
