import { stored } from '../stored.js';

/** The store signs what its tills record; a paper from before the entry is sent says so. */
export const isSigning = stored<boolean>('signing', false);
