import { Type, Uuid } from '../../platform/http/schemas.js';
import { defineEvent } from '../../platform/work/events/define-event.js';

export const tilesSaved = defineEvent(
  'tiles.saved',
  {
    summary: 'The favourites or tile pages of a store changed.',
    data: Type.Object({ store_id: Uuid }),
    live: true,
  },
  (storeId: string) => ({ storeId, subjectId: storeId, data: { store_id: storeId } }),
);
