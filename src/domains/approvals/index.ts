import type { Domain } from '../domain.js';

export const approvals: Domain = { name: 'approvals' };
