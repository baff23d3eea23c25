import { variantFor } from '../domains/promotions/index.js';
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '../platform/clock.js';
import { demoId, products } from './data.js';

/** Campaigns in every state around today, a promo code, an automatic offer and a running A/B test. */
const campaignId = (n: number): string => demoId('b001', n);
const promotionId = (n: number): string => demoId('b002', n);

const days = (now: Date, n: number): Date => addMs(now, n * DAY_MS);

/** Rows of `campaigns`. */
export const campaigns = (now: Date) => [
  {
    id: campaignId(1),
    name: 'Welcome to Tillhouse',
    description: 'Ten per cent off the first order, with the code from the flyer.',
    status: 'active',
    starts_at: days(now, -10),
    ends_at: days(now, 80),
    budget: '50000.00',
    sanity_id: 'campaign-welcome',
  },
  {
    id: campaignId(2),
    name: 'Winter Warmers',
    description: 'Blankets, candles and everything hot to drink.',
    status: 'scheduled',
    starts_at: days(now, 20),
    ends_at: days(now, 50),
    budget: '1500.00',
    sanity_id: 'campaign-winter-warmers',
  },
  {
    id: campaignId(3),
    name: 'Spring Clearance',
    description: 'Still to be decided which shelves have to go.',
    status: 'draft',
    sanity_id: 'campaign-spring-clearance',
  },
  {
    id: campaignId(4),
    name: 'Back to the Desk',
    description: 'Notebooks and pens for the new term.',
    status: 'expired',
    starts_at: days(now, -45),
    ends_at: days(now, -15),
    budget: '800.00',
    lift: JSON.stringify(deskLift(now)),
    lift_until: days(now, -15),
    sanity_id: 'campaign-back-to-the-desk',
  },
];

/** Measured the morning after the campaign: 214 sales after 181 is 18.23 % more. */
const deskLift = (now: Date) => ({
  measured_at: days(now, -14).toISOString(),
  from: days(now, -45).toISOString(),
  to: days(now, -15).toISOString(),
  days: 30,
  sales: 214,
  sales_before: 181,
  sales_lift_percent: 18.23,
  revenue: [
    {
      currency: 'USD',
      revenue: '6120.40',
      revenue_before: '5210.10',
      revenue_lift_percent: 17.47,
    },
  ],
});

const productIdOf = (slug: string): string =>
  String(products.findIndex(product => product.slug === slug) + 1);

/** Rows of `promotions`. */
export const promotions = () => [
  {
    id: promotionId(1),
    name: '10 % off to say hello',
    description: 'Off the whole order.',
    kind: 'percentage',
    value: '10.00',
    requires_code: true,
    stackable: true,
    priority: 10,
    campaign_id: campaignId(1),
    sanity_id: 'promotion-welcome',
  },
  {
    id: promotionId(2),
    name: 'Herb seeds: three for two',
    description: 'The third packet is free.',
    kind: 'buy_x_get_y',
    buy_quantity: 2,
    get_quantity: 1,
    scope_kind: 'product',
    scope_ids: [productIdOf('herb-seeds')],
    priority: 20,
    sanity_id: 'promotion-herb-seeds',
  },
  {
    id: promotionId(3),
    name: '5.00 off blankets and candles',
    description: 'From 40.00.',
    kind: 'fixed',
    value: '5.00',
    scope_kind: 'product',
    scope_ids: [productIdOf('wool-blanket'), productIdOf('soy-candle')],
    minimum_subtotal: '40.00',
    requires_code: true,
    campaign_id: campaignId(2),
    sanity_id: 'promotion-winter-warmers',
  },
  {
    id: promotionId(4),
    name: '15 % off notebooks and pens',
    description: 'For the new term.',
    kind: 'percentage',
    value: '15.00',
    scope_kind: 'product',
    scope_ids: [productIdOf('dot-notebook'), productIdOf('fountain-pen')],
    requires_code: true,
    campaign_id: campaignId(4),
    sanity_id: 'promotion-back-to-the-desk',
  },
];

/** Rows of `promo_codes`. */
export const promoCodes = () => [
  {
    id: demoId('b003', 1),
    code: 'WELCOME10',
    promotion_id: promotionId(1),
    sanity_id: 'promo-code-welcome10',
  },
  {
    id: demoId('b003', 2),
    code: 'WARM5',
    promotion_id: promotionId(3),
    usage_limit: 300,
    per_customer_limit: 1,
    sanity_id: 'promo-code-warm5',
  },
  {
    id: demoId('b003', 3),
    code: 'DESK15',
    promotion_id: promotionId(4),
    is_active: false,
    sanity_id: 'promo-code-desk15',
  },
];

export const AB_TEST_ID = '00000000-0000-4000-8000-0000000000ab';

const variants = [
  { name: 'control', weight: 1 },
  { name: 'treatment', weight: 1 },
];

/** Rows of `ab_tests`. */
export const abTests = (now: Date) => [
  {
    id: AB_TEST_ID,
    name: 'Banner above the product list',
    description: 'Does naming the welcome code on the first page bring more orders?',
    status: 'running',
    variants: JSON.stringify(variants),
    campaign_id: campaignId(1),
    started_at: days(now, -9),
    sanity_id: 'ab-test-banner',
  },
];

const VISITORS = 600;
/** Orders per hundred visitors, by variant. */
const ORDERING: Record<string, number> = { control: 8, treatment: 13 };

/** Rows of `ab_subjects`: visitors of the last nine days and their assigned variants. */
export const abSubjects = (now: Date) =>
  Array.from({ length: VISITORS }, (_, n) => {
    const subject = `demo-visitor-${n + 1}`;
    const variant = variantFor({ id: AB_TEST_ID, variants }, subject);
    const seen = addMs(days(now, -9), n * 20 * MINUTE_MS);
    // 37 and 100 have no common factor, so every hundred visitors in a row get each number once.
    const orders = (n * 37) % 100 < (ORDERING[variant] ?? 0);
    return {
      test_id: AB_TEST_ID,
      subject_key: subject,
      variant,
      impressed_at: seen,
      converted_at: orders ? addMs(seen, HOUR_MS / 2) : null,
    };
  });
