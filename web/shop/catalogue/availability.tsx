import type { ReactNode } from 'react';
import { type Measured, useMeasure } from '../parts/measure.js';
import { useT } from '../texts/index.js';
import classes from './availability.module.css';

const FEW = 5;

/** A dot with text, so that colour is not the only signal. */
export function Availability(
  props: { available: number; digital?: boolean } & Measured,
): ReactNode {
  const t = useT();
  const { amount } = useMeasure();
  const { available, unit, digital = false } = props;
  const few = (): string =>
    unit === undefined
      ? t('stock.few', { count: available })
      : t('stock.few.measured', { quantity: amount(available, unit) });
  const left = digital || available > FEW ? 'many' : available === 0 ? 'none' : 'few';
  const text = {
    many: () => t(digital ? 'stock.digital' : 'stock.good'),
    few,
    none: () => t('stock.none'),
  }[left]();
  return (
    <p className={classes.stock} data-left={left}>
      {text}
    </p>
  );
}
