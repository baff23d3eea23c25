import type { Domain } from '../domain.js';

export const subscriptions: Domain = { name: 'subscriptions' };
