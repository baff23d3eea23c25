import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Column } from './data-table.js';

/** Columns for wide screens go first. */
const PRIORITY = { lg: 0, md: 1, sm: 2, xs: 3 };

/** The columns to hide one after the other; the first column and the buttons stay. */
function hidingOrder<Row>(columns: Column<Row>[], kept: string): Column<Row>[] {
  const rank = (column: Column<Row>): number =>
    (column.from === undefined ? 4 : PRIORITY[column.from]) + (column === columns.at(-1) ? 0.5 : 0);
  return columns
    .slice(1)
    .filter(column => column.head !== kept)
    .reverse()
    .sort((a, b) => rank(a) - rank(b));
}

/**
 * The columns that fit into the box without scrolling. A table that is too wide first breaks its
 * lines and then leaves out columns, the least important first. A change of the width starts over.
 */
export function useFittingColumns<Row>(
  columns: Column<Row>[],
  kept: string,
): { box: RefObject<HTMLDivElement | null>; isTight: boolean; columns: Column<Row>[] } {
  const box = useRef<HTMLDivElement>(null);
  const [{ step }, setFit] = useState({ width: 0, step: 0 });
  const order = hidingOrder(columns, kept);
  useLayoutEffect(() => {
    const isTooWide = box.current !== null && box.current.scrollWidth > box.current.clientWidth;
    if (isTooWide && step <= order.length) setFit(fit => ({ ...fit, step: step + 1 }));
  });
  useEffect(() => {
    if (box.current === null) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      const width = entry?.target.clientWidth ?? 0;
      setFit(fit => (fit.width === width ? fit : { width, step: 0 }));
    });
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  const hidden = new Set(order.slice(0, Math.max(0, step - 1)));
  return { box, isTight: step > 0, columns: columns.filter(column => !hidden.has(column)) };
}
