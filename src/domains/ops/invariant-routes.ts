import { Answer, Nullable, Timestamp, Type, Uuid } from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import type { Platform } from '../../platform/platform.js';
import { office } from '../access/index.js';
import { checkInvariants } from './check-invariants.js';

const InvariantsAnswer = Answer({
  checked_at: Timestamp,
  ok: Type.Boolean({ description: 'True if no record violates an invariant' }),
  checks: Type.Array(
    Answer({
      name: Type.String(),
      description: Type.String(),
      store: Nullable(Uuid),
      checked: Type.Integer(),
      offending: Type.Integer(),
      ids: Type.Array(Type.String(), { description: 'The first 20 violating records' }),
    }),
  ),
});

export function invariantRoutes(app: App, { db, clock }: Platform): void {
  app.get(
    '/ops/invariants/',
    {
      config: { access: office('ops.read') },
      schema: {
        tags: ['Operations'],
        summary: 'Check the invariants of money, stock, promotions, points and events',
        response: { 200: InvariantsAnswer },
      },
    },
    async () => {
      const checkedAt = clock.now();
      const checks = await checkInvariants(db);
      return {
        checked_at: checkedAt.toISOString(),
        ok: checks.every(check => check.offending === 0),
        checks: checks.map(({ store_id, ...check }) => ({ ...check, store: store_id })),
      };
    },
  );
}
