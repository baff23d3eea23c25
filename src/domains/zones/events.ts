import { Nullable, Type, Uuid } from '../../platform/http/schemas.js';
import { defineEvent } from '../../platform/work/events/define-event.js';

type Row = { id: string; store_id: string; sanity_id: string | null };

const RecordData = Type.Object({ id: Uuid, sanity_id: Nullable(Type.String()) });

const about = ({ id, store_id, sanity_id }: Row) => ({
  storeId: store_id,
  subjectId: id,
  data: { id, sanity_id },
});

export const zoneSaved = defineEvent(
  'zone.saved',
  { summary: 'A zone was created or changed.', data: RecordData, webhook: true },
  about,
);
export const zoneDeleted = defineEvent(
  'zone.deleted',
  { summary: 'A zone was deleted.', data: RecordData, webhook: true },
  about,
);

export const parLevelSaved = defineEvent(
  'par_level.saved',
  { summary: 'A par level was created or changed.', data: RecordData, webhook: true },
  about,
);
export const parLevelDeleted = defineEvent(
  'par_level.deleted',
  { summary: 'A par level was deleted.', data: RecordData, webhook: true },
  about,
);
