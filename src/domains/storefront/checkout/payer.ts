import type { WebSession } from '../../people/index.js';

/** The visit that pays, and its client address. */
export type Payer = { session: WebSession; address: string };
