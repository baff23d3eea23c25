import { useUrlFilters } from '../../state/use-url-filters.js';
import type { MailKind, MailState } from '../../types.js';

const FILTERS = ['kind', 'state', 'search', 'transaction'] as const;
export type FilterName = (typeof FILTERS)[number];

/** The filters of the list and the opened mail, which are kept in the URL. */
export function useFilters() {
  const { values, read, set } = useUrlFilters(FILTERS);
  const { kind, state, ...rest } = values;
  return {
    values,
    query: { ...rest, kind: kind as MailKind | undefined, state: state as MailState | undefined },
    mail: read('mail'),
    set,
    open: (id: string | undefined): void => set({ mail: id }),
  };
}
