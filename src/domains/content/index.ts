import type { Domain } from '../domain.js';

export const content: Domain = { name: 'content' };
