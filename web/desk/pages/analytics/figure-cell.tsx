import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { FigurePage } from '../../parts/figure-page.js';
import { countedSales } from '../../parts/sales-filter.js';
import { SalesLink } from '../../parts/sales-link.js';
import { useDesk } from '../../state/desk.js';
import { useT } from '../../texts/index.js';
import type { Filters } from './discount-filters.js';
import type { Row } from './figure-links.js';
import type { Field, ReportPage } from './reports.js';
import { useFigure } from './use-figure.js';
import type { ReportData } from './use-report.js';

/** Figures that lead to their sales, a share to those that it is a share of; names and days of other events do not. */
const COUNTED: Field['kind'][] = ['money', 'count', 'number', 'percent'];

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
  if (!isFirst) return <FigurePage page={page} name={name} value={value} />;
  if (page === undefined || !may(page.permission)) return value;
  return (
    <Link className="desk-link" href={page.href}>
      {value}
    </Link>
  );
}
