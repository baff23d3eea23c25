import { atomically } from '../../../platform/database/tx.js';
import { type Static, Type } from '../../../platform/http/schemas.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { type RetentionSetting, readSettings } from '../../../platform/retention/repository.js';
import { daysUnder, type RetentionRule } from '../../../platform/retention/rule.js';
import { office } from '../../access/index.js';
import { changeRetention, ruleOf } from './change-retention.js';
import { RETENTION_RULES } from './rules.js';
import { RetentionAnswer, RetentionBody, RetentionParams } from './schemas.js';

const tags = ['Operations'];
const one = '/retention/:kind/';
const params = RetentionParams;

function present(
  rule: RetentionRule,
  settings: readonly RetentionSetting[],
): Static<typeof RetentionAnswer> {
  const { kind, days, choice } = rule;
  const chosen = settings.find(setting => setting.kind === kind);
  return {
    kind,
    days: daysUnder(rule, chosen),
    default_days: days,
    is_fixed: choice === undefined,
    least_days: choice?.leastDays ?? null,
    most_days: choice?.mostDays ?? null,
    may_be_unlimited: choice?.orForever ?? false,
    updated_at: chosen?.updatedAt.toISOString() ?? null,
  };
}

export function retentionRoutes(app: App, { db, clock }: Platform): void {
  app.get(
    '/retention/',
    {
      config: { access: office('ops.read') },
      schema: {
        tags,
        summary: 'How long records of each kind are kept',
        response: { 200: Type.Array(RetentionAnswer) },
      },
    },
    async () => {
      const settings = await readSettings(db);
      return RETENTION_RULES.map(rule => present(rule, settings));
    },
  );

  app.get(
    one,
    {
      config: { access: office('ops.read') },
      schema: {
        tags,
        summary: 'How long records of a kind are kept',
        params,
        response: { 200: RetentionAnswer },
      },
    },
    async request => {
      const rule = ruleOf(request.params.kind);
      return present(rule, await readSettings(db, rule.kind));
    },
  );

  app.patch(
    one,
    {
      config: { access: office('ops.manage') },
      schema: {
        tags,
        summary: 'Change how long records of a kind are kept',
        description: 'Older records are removed by the next nightly job. They cannot be restored.',
        params,
        body: RetentionBody,
        response: { 200: RetentionAnswer },
      },
    },
    request =>
      atomically(db, async tx => {
        const { kind } = request.params;
        const rule = await changeRetention(tx, kind, request.body.days, clock.now());
        return present(rule, await readSettings(tx, kind));
      }),
  );
}
