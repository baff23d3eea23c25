import type { Domain } from '../domain.js';
import { jobs, schedules } from './jobs.js';
import { routes } from './routes.js';

export { shownInLog, shownValue } from './shown-value.js';

/** The log of who changed what. The platform writes it; see `src/platform/audit`. */
export const audit: Domain = { name: 'audit', routes: { office: routes }, jobs, schedules };
