import { stored } from './stored.js';

/** A sale that the service has booked by its routes, and that is to be an entry of the journal. */
type ToEnter = {
  key: string;
  number: string;
  total: string;
  terminal: string;
  employee: string;
};
export const toEnter = stored<ToEnter[]>('toEnter', []);
