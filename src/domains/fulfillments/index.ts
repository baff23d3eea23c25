import type { Domain } from '../domain.js';

export const fulfillments: Domain = { name: 'fulfillments' };
