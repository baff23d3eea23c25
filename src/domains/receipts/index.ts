import type { Domain } from '../domain.js';

export const receipts: Domain = { name: 'receipts' };
