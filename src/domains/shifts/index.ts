import type { Domain } from '../domain.js';
import { outsideRoutes } from './outside-routes.js';
import { shiftRoutes } from './routes.js';

export { blindShifts } from './blind-shifts.js';
export { drawerFor } from './drawer-for.js';
export { drawerInvariants, drawerOutOfBalance } from './invariant-repository.js';
export { cashFlowOf } from './report-repository.js';
export { hasOpenShift, holdShiftSql } from './repository.js';
export { denominationsOf, expectedOf, shiftRequired } from './rules.js';
export { settleShift } from './settle-shift.js';

export const shifts: Domain = {
  name: 'shifts',
  routes: {
    office: (app, platform) => {
      shiftRoutes(app, platform);
      outsideRoutes(app, platform);
    },
  },
};
