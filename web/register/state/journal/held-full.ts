import { stored } from '../stored.js';

/** The service takes no more held entries of this till: a manager has to decide first. */
export const isHeldFull = stored('journal-held-full', false);
