import { stored } from '../stored.js';
import { type Entry, unsentEntries } from './entries.js';

/** An unsent entry as the screens list it. */
export type Unsent = Pick<Entry, 'terminal' | 'counter' | 'kind' | 'number' | 'about'> & {
  at: string;
};

/** A copy of what IndexedDB keeps, for components of all tabs. */
const unsent = stored<Unsent[]>('journal-unsent', []);

/**
 * Unsent entries of all tills as which this device was signed in; each is sent when somebody signs in
 * as its till.
 */
export const useAllUnsent = (): Unsent[] => unsent.use();

export const useUnsent = (terminal: string): Unsent[] => unsentOf(useAllUnsent(), terminal);

export const unsentAt = (terminal: string): Unsent[] => unsentOf(unsent.get(), terminal);

const unsentOf = (entries: Unsent[], terminal: string): Unsent[] =>
  entries.filter(entry => entry.terminal === terminal);

/** The unsent entries of a till. */
export async function refreshUnsent(terminal: string): Promise<Entry[]> {
  const waiting = await unsentEntries();
  unsent.set(
    waiting.map(({ terminal: till, counter, kind, number, about, occurred_at }) => ({
      terminal: till,
      counter,
      kind,
      number,
      about,
      at: occurred_at,
    })),
  );
  return waiting.filter(entry => entry.terminal === terminal);
}
