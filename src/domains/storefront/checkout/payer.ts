import type { Language } from '../../../platform/language.js';
import type { WebSession } from '../../people/index.js';

/** The visit that pays, its client address, and the language of its page, if that is known. */
export type Payer = { session: WebSession; address: string; language?: Language | undefined };
