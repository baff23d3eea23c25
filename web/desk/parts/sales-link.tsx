import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useDesk } from '../state/desk.js';
import { type SalesFilter, salesPath } from './sales-filter.js';

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
