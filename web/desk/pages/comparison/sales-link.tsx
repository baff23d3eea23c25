import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useDesk } from '../../state/desk.js';
import type { Grouping } from './use-comparison.js';

type Period = { from: string; to: string };

/** The filter of the list of sales that shows the sales of a group. */
const FILTERS: Record<Exclude<Grouping, 'store'>, string> = {
  hour: 'hour',
  category: 'category',
  staff: 'employee',
};

const addressOf = (period: Period, by: Grouping, key: string | undefined): string => {
  const query = new URLSearchParams({
    date_from: period.from,
    date_to: period.to,
    counted: 'true',
    ...(by === 'store' || key === undefined ? {} : { [FILTERS[by]]: key }),
  });
  return `/transactions?${query}`;
};

/** A figure that leads to the sales behind it; the list shows the store that is selected. */
export function SalesLink(props: {
  period: Period;
  by: Grouping;
  /** Without it: the sales of the whole period. */
  group?: string;
  /** For screen readers; contains the text of the link. */
  label?: string;
  children: ReactNode;
}): ReactNode {
  const { period, by, group, label, children } = props;
  const { choose } = useDesk();
  return (
    <Link
      className="desk-link"
      href={addressOf(period, by, group)}
      aria-label={label}
      onClick={() => {
        if (by === 'store' && group !== undefined) choose(group);
      }}
    >
      {children}
    </Link>
  );
}
