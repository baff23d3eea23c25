import { useSearchParams } from 'wouter';
import type { AuditFilters } from '../../parts/history/calls.js';

export const FILTERS = ['record', 'actor', 'action', 'from', 'to'] as const;
export type FilterName = (typeof FILTERS)[number];

/** The filters of the log, which are kept in the URL. */
export function useFilters() {
  const [params, setParams] = useSearchParams();
  const filters: AuditFilters = Object.fromEntries(
    FILTERS.flatMap(name => {
      const value = params.get(name)?.trim();
      return value ? [[name, value]] : [];
    }),
  );
  const set = (changes: Partial<Record<FilterName, string>>): void =>
    setParams(
      before => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changes)) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
        return next;
      },
      { replace: true },
    );
  return { filters, set };
}
