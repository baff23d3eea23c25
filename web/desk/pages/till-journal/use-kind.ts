import { type Key, useT } from '../../texts/index.js';

const KINDS = new Set([
  'sale',
  'return',
  'shift_open',
  'shift_close',
  'drawer_open',
  'cash_in',
  'cash_out',
  'payment',
]);

/** The name of a kind of entry; kinds that a newer till may send have none. */
export function useKind(): (kind: string) => string {
  const t = useT();
  return kind => (KINDS.has(kind) ? t(`tillJournal.kind.${kind}` as Key) : kind);
}
