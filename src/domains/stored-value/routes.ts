import { addMs, DAY_MS } from '../../platform/clock.js';
import { visitor } from '../../platform/http/access.js';
import { clientKey } from '../../platform/http/limits.js';
import {
  Answer,
  CalendarDate,
  Money,
  Nullable,
  OneOf,
  Query,
  Text,
  Timestamp,
  Type,
} from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import type { Platform } from '../../platform/platform.js';
import { staff, staffOf, storeScope } from '../access/index.js';
import { accountRoutes } from './accounts/routes.js';
import { liabilityAt } from './liability-repository.js';
import { readBalance } from './read-balance.js';
import { ACCOUNT_KINDS } from './rules.js';

const tags = ['Stored value'];

const BalanceAnswer = Answer({
  balance: Money,
  currency: Type.String(),
  status: OneOf(['active', 'blocked', 'expired'] as const),
  expires_at: Nullable(Timestamp),
});

const Amount = Type.String({ examples: ['50.00'], description: 'Money, or points' });

const LiabilityAnswer = Answer({
  date: CalendarDate,
  liabilities: Type.Array(
    Answer({
      kind: OneOf(ACCOUNT_KINDS),
      currency: Nullable(Type.String({ description: 'Null for points' })),
      accounts: Type.Integer(),
      issued: Type.String({ ...Amount, description: 'Added on this day' }),
      redeemed: Type.String({ ...Amount, description: 'Spent, taken back or blocked on this day' }),
      expired: Type.String({ ...Amount, description: 'Expired on this day' }),
      balance: Type.String({ ...Amount, description: 'Owed at the end of this day (UTC)' }),
    }),
  ),
});

export function routes(app: App, platform: Platform): void {
  accountRoutes(app, platform);
  app.get(
    '/value-accounts/balance/',
    {
      config: { access: visitor },
      schema: {
        tags,
        summary: 'The balance of a gift card or store credit, for anyone who knows its code',
        querystring: Query({ code: Text(50, 1) }),
        response: { 200: BalanceAnswer },
      },
    },
    request =>
      readBalance(
        platform,
        { address: request.ip, key: request.principal?.userId ?? clientKey(request.ip) },
        request.query.code,
      ),
  );

  app.get(
    '/value-accounts/liability/',
    {
      config: { access: staff('report.read') },
      schema: {
        tags,
        summary: 'What is owed to holders of gift cards, store credit and points, by day',
        querystring: Query({ date: Type.Optional(CalendarDate) }),
        response: { 200: LiabilityAnswer },
      },
    },
    async request => {
      const date = request.query.date ?? platform.clock.now().toISOString().slice(0, 10);
      const start = new Date(`${date}T00:00:00Z`);
      const liabilities = await liabilityAt(platform.replica, {
        start,
        end: addMs(start, DAY_MS),
        storeIds: storeScope(staffOf(request)) ?? null,
      });
      return { date, liabilities };
    },
  );
}
