import type { Domain } from '../domain.js';

export const webhooks: Domain = { name: 'webhooks' };
