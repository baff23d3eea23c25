import type { Domain } from '../domain.js';
import { jobs, schedules } from './jobs.js';
import { routes } from './routes.js';

export { csvLine } from './csv.js';
export { importsOfProduct } from './history/repository.js';
export { IMPORT_REPORTS } from './jobs.js';
export { sendCsv } from './send-csv.js';

/** CSV import and export of products, stock levels and prices. */
export const spreadsheets: Domain = {
  name: 'spreadsheets',
  routes: { office: routes },
  jobs,
  schedules,
};
