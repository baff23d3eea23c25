import { Type, Uuid } from '../../platform/http/schemas.js';
import { defineEvent } from '../../platform/work/events/define-event.js';

export const customerMerged = defineEvent(
  'customer.merged',
  {
    summary: 'A customer was merged into another one.',
    data: Type.Object({ id: Uuid, merged_id: Uuid, merged_by: Uuid }),
  },
  (id: string, mergedId: string, mergedBy: string) => ({
    storeId: null,
    subjectId: id,
    data: { id, merged_id: mergedId, merged_by: mergedBy },
  }),
);

export const customerErased = defineEvent(
  'customer.erased',
  {
    summary: 'The personal data of a customer was erased.',
    data: Type.Object({ id: Uuid }),
  },
  (id: string) => ({ storeId: null, subjectId: id, data: { id } }),
);
