import {
  abTestById,
  campaignById,
  codeById,
  saveAbTest,
  saveCampaign,
  saveCode,
} from '../../promotions/index.js';
import {
  choices,
  flag,
  moment,
  onCreate,
  outbound,
  outboundOnly,
  reference,
  references,
  text,
  whole,
} from './fields.js';
import { type Kind, SkipDocument } from './kind.js';

const NAME = { max: 255, min: 1 };
const DESCRIPTION = { max: 5_000 };
const LIMIT = { min: 1, max: 2_147_483_647, nullable: true };

/** Editors change the texts and dates of a campaign; prices and discounts are managed here only. */
const campaign: Kind = {
  name: 'campaign',
  modelType: 'PromotionalCampaign',
  type: 'promotionalCampaign',
  prefix: 'promotionalCampaign',
  required: ['name'],
  fields: [
    text('name', 'name', NAME),
    text('description', 'description', DESCRIPTION),
    moment('startsAt', 'starts_at'),
    moment('endsAt', 'ends_at'),
    outbound('status', 'status'),
    outboundOnly(references('stores', 'store_ids', 'store')),
  ],
  save: async ({ tx, platform }, id, change) =>
    (await saveCampaign(tx, 'service', id, change, platform.clock.now())).id,
  retire: async ({ tx, platform }, id) => {
    const now = platform.clock.now();
    const found = await campaignById(tx, id, now);
    if (found === undefined || found.state === 'draft' || found.state === 'expired') {
      throw new SkipDocument('not_in_use');
    }
    await saveCampaign(tx, 'service', id, { status: 'expired' }, now);
  },
};

const promotion: Kind = {
  name: 'promotion',
  modelType: 'Promotion',
  type: 'promotion',
  prefix: 'promotion',
  fields: [
    outbound('name', 'name'),
    outbound('description', 'description'),
    outbound('kind', 'kind'),
    outbound('value', 'value'),
    outbound('priority', 'priority'),
    outbound('stackable', 'stackable'),
    outbound('requiresCode', 'requires_code'),
    outboundOnly(reference('campaign', 'campaign_id', 'campaign')),
    outboundOnly(references('stores', 'store_ids', 'store')),
    outbound('isActive', 'is_active'),
    outbound('startsAt', 'starts_at'),
    outbound('endsAt', 'ends_at'),
  ],
};

const code: Kind = {
  name: 'promo_code',
  modelType: 'PromoCode',
  type: 'promoCode',
  prefix: 'promoCode',
  required: ['code', 'promotion_id'],
  fields: [
    onCreate(
      text('code', 'code', { max: 50, min: 1, pattern: /^[A-Za-z0-9][A-Za-z0-9_-]{0,49}$/ }),
    ),
    onCreate(reference('promotion', 'promotion_id', 'promotion')),
    whole('usageLimit', 'usage_limit', LIMIT),
    whole('perCustomerLimit', 'per_customer_limit', LIMIT),
    flag('isActive', 'is_active'),
    moment('startsAt', 'starts_at'),
    moment('endsAt', 'ends_at'),
  ],
  save: async ({ tx }, id, change) => {
    const known = id === undefined ? undefined : (await codeById(tx, id))?.code;
    return (await saveCode(tx, 'service', known, change)).id;
  },
  retire: async ({ tx }, id) => {
    const found = await codeById(tx, id);
    await saveCode(tx, 'service', found?.code, { is_active: false });
  },
};

const test: Kind = {
  name: 'ab_test',
  modelType: 'ABTest',
  type: 'abTest',
  prefix: 'abTest',
  required: ['name', 'variants'],
  fields: [
    text('name', 'name', NAME),
    text('description', 'description', DESCRIPTION),
    onCreate(choices('variants', 'variants')),
    outbound('status', 'status'),
    outboundOnly(reference('campaign', 'campaign_id', 'campaign')),
    outbound('startedAt', 'started_at'),
    outbound('endedAt', 'ended_at'),
  ],
  save: async ({ tx, platform }, id, change) =>
    (await saveAbTest(tx, 'service', id, change, platform.clock.now())).id,
  retire: async ({ tx, platform }, id) => {
    const found = await abTestById(tx, id);
    if (found?.status !== 'running' && found?.status !== 'paused')
      throw new SkipDocument('not_in_use');
    await saveAbTest(tx, 'service', id, { status: 'completed' }, platform.clock.now());
  },
};

export const promotionKinds: readonly Kind[] = [campaign, promotion, code, test];
