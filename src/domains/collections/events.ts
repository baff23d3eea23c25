import { Type, Uuid } from '../../platform/http/schemas.js';
import { defineEvent } from '../../platform/work/events/define-event.js';

export const collectionRuleSaved = defineEvent(
  'collection.rule_saved',
  {
    summary: 'The rule of a collection was saved or removed.',
    data: Type.Object({ id: Uuid }),
    webhook: true,
  },
  ({ id }: { id: string }) => ({ storeId: null, subjectId: id, data: { id } }),
);
