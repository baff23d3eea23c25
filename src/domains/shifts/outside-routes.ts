import { addMs, DAY_MS } from '../../platform/clock.js';
import { Type } from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import type { Platform } from '../../platform/platform.js';
import { staff, staffOf } from '../access/index.js';
import { resolveScope } from '../stores/index.js';
import { paymentsOutside } from './outside-repository.js';
import { OutsideAnswer, OutsideQuery } from './schemas.js';

const DEFAULT_DAYS = 30;

/** Where shifts are optional, this lists the money that moved without one. */
export function outsideRoutes(app: App, { db, clock }: Platform): void {
  app.get(
    '/cash-management/outside-shifts/',
    {
      config: { access: staff('shift.review') },
      schema: {
        tags: ['Cash shifts'],
        summary:
          'Payments and cash refunds without a shift, per till and day; default: last 30 days',
        querystring: OutsideQuery,
        response: { 200: Type.Array(OutsideAnswer) },
      },
    },
    async request => {
      const { store, terminal, date_from, date_to } = request.query;
      const now = clock.now();
      return paymentsOutside(db, {
        storeIds: await resolveScope(db, staffOf(request), store),
        terminalId: terminal,
        dateFrom: date_from ?? dayOf(addMs(now, -DEFAULT_DAYS * DAY_MS)),
        // In some time zones it is already tomorrow.
        dateTo: date_to ?? dayOf(addMs(now, DAY_MS)),
      });
    },
  );
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
