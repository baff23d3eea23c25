import type { WebSession } from '../../people/index.js';

/** Who pays: a visit, and the client address it comes from. */
export type Payer = { session: WebSession; address: string };
