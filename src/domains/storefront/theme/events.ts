import { Nullable, Type, Uuid } from '../../../platform/http/schemas.js';
import { defineEvent } from '../../../platform/work/events/define-event.js';
import type { ThemeRow } from './repository.js';

export const shopThemeSaved = defineEvent(
  'shop_theme.saved',
  {
    summary: 'The look or the home page of the shop was changed, for a store or for the chain.',
    data: Type.Object({ id: Uuid, sanity_id: Nullable(Type.String()) }),
    webhook: true,
  },
  ({ id, store_id, sanity_id }: ThemeRow) => ({
    storeId: store_id,
    subjectId: id,
    data: { id, sanity_id },
  }),
);
