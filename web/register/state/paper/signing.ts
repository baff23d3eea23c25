import { stored } from '../stored.js';

/** Whether the store signs entries. Papers printed before the entry is sent then say that the signature is in the journal. */
export const isSigning = stored<boolean>('signing', false);
