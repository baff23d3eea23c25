import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { countedSales } from '../../parts/sales-filter.js';
import { SalesLink } from '../../parts/sales-link.js';
import { useDesk } from '../../state/desk.js';
import { useT } from '../../texts/index.js';
import type { Filters } from './discount-filters.js';
import type { Row } from './figure-links.js';
import type { Field, ReportPage } from './reports.js';
import { useFigure } from './use-figure.js';
import type { ReportData } from './use-report.js';

/** Figures that lead to their sales; names, shares and days of other events do not. */
const COUNTED: Field['kind'][] = ['money', 'count', 'number'];

/** A cell of a report. Its first one names the row, and like every figure leads to its sales. */
export function FigureCell(props: {
  report: ReportPage;
  meta: ReportData['meta'];
  field: Field;
  row: Row;
  filters: Filters;
  isFirst: boolean;
}): ReactNode {
  const { report, meta, field, row, filters, isFirst } = props;
  const { key, kind } = field;
  const t = useT();
  const { may } = useDesk();
  const figure = useFigure(meta.currency ?? undefined);
  const value = figure(row[key], kind);
  const hasLink = isFirst || (COUNTED.includes(kind) && Number(row[key]) !== 0);
  if (!hasLink || row[key] === null || row[key] === undefined) return value;
  const asked = { key, row, value: row[key], filters };
  const [first] = report.table.fields;
  const name = first === undefined ? '' : figure(row[first.key], first.kind);
  const label = isFirst ? undefined : t('reports.salesOf', { name, value });
  const sales = report.salesOf?.(asked);
  if (sales !== undefined) {
    return (
      <SalesLink filter={countedSales(meta, sales)} isFigure={!isFirst} label={label}>
        {value}
      </SalesLink>
    );
  }
  const page = report.pageOf?.(asked, meta);
  if (page === undefined || !may(page.permission)) return value;
  return (
    <Link
      className={isFirst ? 'desk-link' : 'desk-figure-link'}
      href={page.href}
      aria-label={page.label && t(page.label, { name, value })}
    >
      {value}
    </Link>
  );
}
