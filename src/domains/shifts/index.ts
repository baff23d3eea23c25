import type { Domain } from '../domain.js';
import { outsideRoutes } from './outside-routes.js';
import { shiftRoutes } from './routes.js';

export { blindShifts } from './blind-shifts.js';
export { closeShift } from './close-shift.js';
export { countCash } from './count-cash.js';
export { drawerFor } from './drawer-for.js';
export { drawerInvariants, drawerOutOfBalance } from './invariant-repository.js';
export { noteLateSale } from './late-sale-repository.js';
export { moveCash } from './move-cash.js';
export { openShift } from './open-shift.js';
export {
  findShiftReport,
  REPORT_KINDS,
  type ReportKind,
  readShiftReport,
} from './read-shift-report.js';
export { cashFlowOf } from './report-repository.js';
export { hasOpenShift, holdShiftSql, usesShifts } from './repository.js';
export { denominationsOf, expectedOf, shiftRequired } from './rules.js';
export { CountBody, MoveBody, OpenBody, type Report, ShiftParams } from './schemas.js';
export { settleShift } from './settle-shift.js';
export { type ShiftPlace, shiftPlaceAt } from './shift-place.js';

export const shifts: Domain = {
  name: 'shifts',
  routes: {
    office: (app, platform) => {
      shiftRoutes(app, platform);
      outsideRoutes(app, platform);
    },
  },
};
