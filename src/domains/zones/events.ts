import type { Fact } from '../../platform/events/outbox.js';

type Subject = { id: string; store_id: string; sanity_id: string | null };

const about =
  (event: string) =>
  ({ id, store_id, sanity_id }: Subject): Fact => ({
    event,
    storeId: store_id,
    subjectId: id,
    data: { id, sanity_id },
  });

export const zoneSaved = about('zone.saved');
export const zoneDeleted = about('zone.deleted');
export const parLevelSaved = about('par_level.saved');
export const parLevelDeleted = about('par_level.deleted');
