import { stored } from '../stored.js';
import { type Entry, waitingEntries } from './entries.js';

/** An unsent entry as the screens list it. */
export type Unsent = Pick<Entry, 'terminal' | 'counter' | 'kind' | 'number' | 'about'> & {
  at: string;
};

/** A copy of what IndexedDB keeps, for components of all tabs. */
const unsent = stored<Unsent[]>('journal-unsent', []);

export const useUnsent = (terminal: string): Unsent[] =>
  unsent.use().filter(entry => entry.terminal === terminal);

export async function refreshUnsent(terminal: string): Promise<Entry[]> {
  const waiting = await waitingEntries(terminal);
  unsent.set(
    waiting.map(({ counter, kind, number, about, occurred_at }) => ({
      terminal,
      counter,
      kind,
      number,
      about,
      at: occurred_at,
    })),
  );
  return waiting;
}
