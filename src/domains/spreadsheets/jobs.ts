import type { Job, Schedule } from '../../platform/jobs/job.js';
import { keptSince } from '../../platform/retention/kept-since.js';
import type { RetentionRule } from '../../platform/retention/rule.js';
import { deleteProductsOfImports } from './history/repository.js';
import { fetchPictures, PICTURES_JOB } from './imports/fetch-pictures.js';
import { runImport } from './imports/run-import.js';
import { IMPORT_JOB } from './imports/start-import.js';
import { deleteImports } from './repository.js';
import { UNDO_JOB } from './undo/start-undo.js';
import { undoImport } from './undo/undo-import.js';

/** An import can be undone while its report is kept. */
export const IMPORT_REPORTS: RetentionRule = {
  kind: 'import_reports',
  days: 30,
  choice: { leastDays: 7, mostDays: 365 },
};

const work: Job = {
  name: IMPORT_JOB,
  run: (platform, payload, attempt) => runImport(platform, String(payload.import_id), attempt),
};

const pictures: Job = {
  name: PICTURES_JOB,
  run: (platform, payload, attempt) => fetchPictures(platform, String(payload.import_id), attempt),
};

const undo: Job = {
  name: UNDO_JOB,
  run: (platform, payload, attempt) => {
    const { import_id: id, actor_id: actor } = payload;
    return undoImport(platform, String(id), actor == null ? null : String(actor), attempt);
  },
};

const cleanUp: Job = {
  name: 'spreadsheets:clean-up',
  run: async platform => {
    await deleteImports(platform.db, await keptSince(platform, IMPORT_REPORTS));
    await deleteProductsOfImports(platform.db);
  },
};

export const jobs: readonly Job[] = [work, pictures, undo, cleanUp];
export const schedules: readonly Schedule[] = [{ job: cleanUp.name, cron: '55 2 * * *' }];
