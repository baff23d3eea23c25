import type { Domain } from '../domain.js';

export const drawer: Domain = { name: 'drawer' };
