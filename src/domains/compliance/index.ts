import type { Domain } from '../domain.js';

export const compliance: Domain = { name: 'compliance' };
