import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useDesk } from '../state/desk.js';
import { useT } from '../texts/index.js';
import type { PageLink } from './page-link.js';

/** A figure that leads to another page than the list of sales. */
export function FigurePage(props: {
  page: PageLink | undefined;
  name: string;
  value: string;
}): ReactNode {
  const { page, name, value } = props;
  const t = useT();
  const { may } = useDesk();
  if (page === undefined || !may(page.permission)) return value;
  return (
    <Link className="desk-figure-link" href={page.href} aria-label={t(page.label, { name, value })}>
      {value}
    </Link>
  );
}
