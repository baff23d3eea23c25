import { notFound } from '../../../platform/http/failure.js';
import {
  Answer,
  Body,
  Money,
  MoneyInput,
  Params,
  Query,
  Text,
  Timestamp,
  Type,
  Uuid,
} from '../../../platform/http/schemas.js';
import type { App } from '../../../platform/http/server.js';
import { writeRoutes } from '../../../platform/http/write-routes.js';
import type { Platform } from '../../../platform/platform.js';
import { staff } from '../../access/index.js';
import { deleteTier, listTiers, type TierRow, tierById } from './repository.js';
import { saveTier, type TierFields } from './save-tier.js';

const tags = ['Loyalty'];
const params = Params({ id: Uuid });

const TierBody = Body({
  name: Text(100, 1),
  currency: Type.String({ pattern: '^[A-Z]{3}$' }),
  minimum_spend: MoneyInput,
  earning_factor: Type.String({
    pattern: '^\\d{1,3}(\\.\\d{1,2})?$',
    examples: ['1.50'],
    description: 'Times the points of the store',
  }),
});

export const tierFields = {
  id: Uuid,
  name: Type.String(),
  currency: Type.String(),
  minimum_spend: Type.String({ ...Money, description: 'Spent in twelve months' }),
  earning_factor: Type.String({ description: 'Times the points of the store' }),
};

const TierAnswer = Answer({ ...tierFields, created_at: Timestamp, updated_at: Timestamp });

export function tierRoutes(app: App, { db }: Platform): void {
  app.get(
    '/loyalty/tiers/',
    {
      config: { access: staff('store.read') },
      schema: {
        tags,
        summary: 'The tiers of customers, by currency and spend',
        querystring: Query({}),
        response: { 200: Type.Array(TierAnswer) },
      },
    },
    async () => (await listTiers(db)).map(present),
  );

  app.get(
    '/loyalty/tiers/:id/',
    {
      config: { access: staff('store.read') },
      schema: { tags, summary: 'A tier', params, response: { 200: TierAnswer } },
    },
    async request => {
      const tier = await tierById(db, request.params.id);
      if (tier === undefined) throw notFound('Tier');
      return present(tier);
    },
  );

  writeRoutes<Partial<TierFields>>(app, db, {
    path: '/loyalty/tiers/',
    one: '/loyalty/tiers/:id/',
    params,
    tags,
    summaries: {
      create: 'Create a tier',
      write: 'Write a tier',
      change: 'Change a tier',
      remove: 'Delete a tier',
    },
    access: staff('catalog.chain'),
    body: TierBody,
    answer: TierAnswer,
    save: async (tx, id, change) => present(await saveTier(tx, id, change)),
    remove: async (tx, id) => {
      if (!(await deleteTier(tx, id))) throw notFound('Tier');
    },
  });
}

const present = (tier: TierRow) => ({
  ...tier,
  created_at: tier.created_at.toISOString(),
  updated_at: tier.updated_at.toISOString(),
});
