import { addMs, DAY_MS } from '../../platform/clock.js';
import type { Job, Schedule } from '../../platform/jobs/job.js';
import { fetchPictures, PICTURES_JOB } from './fetch-pictures.js';
import { deleteImports } from './repository.js';
import { runImport } from './run-import.js';
import { IMPORT_JOB } from './start-import.js';
import { UNDO_JOB } from './start-undo.js';
import { undoImport } from './undo-import.js';

const REPORTS_KEPT_DAYS = 30;

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
  run: ({ db, clock }) => deleteImports(db, addMs(clock.now(), -REPORTS_KEPT_DAYS * DAY_MS)),
};

export const jobs: readonly Job[] = [work, pictures, undo, cleanUp];
export const schedules: readonly Schedule[] = [{ job: cleanUp.name, cron: '55 2 * * *' }];
