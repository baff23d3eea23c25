import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useDesk } from '../state/desk.js';

/** Filters of the list of sales by their name in its URL; an undefined one is left out. */
export type SalesFilter = Record<string, string | undefined>;

/** The days of a report, the currency of its amounts, and its store if it is about one. */
export type ReportScope = {
  from: string;
  to: string;
  currency: string | null;
  store_code?: string | null;
};

/** The sales that a report counts. */
export const countedSales = (scope: ReportScope, more: SalesFilter = {}): SalesFilter => ({
  date_from: scope.from,
  date_to: scope.to,
  counted: 'true',
  currency: scope.currency ?? undefined,
  store: scope.store_code ?? undefined,
  ...more,
});

const salesPath = (filter: SalesFilter): string => {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined);
  return `/transactions?${new URLSearchParams(given as [string, string][])}`;
};

/**
 * Leads to the sales behind its content, for those who may read sales. The store is a filter of the
 * list, so that the link shows the same in another tab and the selected store stays.
 */
export function SalesLink(props: {
  filter: SalesFilter | undefined;
  /** For screen readers; contains the text of the link. */
  label?: string;
  /** A figure among others looks like text until it is pointed at. */
  isFigure?: boolean;
  children: ReactNode;
}): ReactNode {
  const { filter, label, isFigure = false, children } = props;
  const { may, store } = useDesk();
  if (filter === undefined || !may('sale.read')) return children;
  const isSelected = filter.store === store?.code;
  return (
    <Link
      className={isFigure ? 'desk-figure-link' : 'desk-link'}
      href={salesPath(isSelected ? { ...filter, store: undefined } : filter)}
      aria-label={label}
    >
      {children}
    </Link>
  );
}
