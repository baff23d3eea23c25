import type { Domain } from '../domain.js';
import { jobs, schedules } from './jobs.js';
import { routes } from './routes.js';

export { layawayInvariants } from './invariant-repository.js';

export const layaways: Domain = { name: 'layaways', routes: { office: routes }, jobs, schedules };
