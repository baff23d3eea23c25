import type { Domain } from '../domain.js';

export const returns: Domain = { name: 'returns' };
