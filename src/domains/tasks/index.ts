import type { Domain } from '../domain.js';

/** Work in the store and what vendors bring. */
export const tasks: Domain = {
  name: 'tasks',
};
