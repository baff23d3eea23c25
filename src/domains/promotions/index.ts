import type { Domain } from '../domain.js';

/** Campaigns, promotions, promo codes and A/B tests. */
export const promotions: Domain = { name: 'promotions' };
