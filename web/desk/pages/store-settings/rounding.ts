import { unitMinorOf } from '../../../../src/domains/pricing/index.js';
import { minor } from '../../../../src/platform/money.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { useT } from '../../texts/index.js';
import type { Store } from '../../types.js';

type Step = Store['cash_rounding'];

const STEPS: Step[] = ['none', '0.05', '0.10', '0.50', '1.00'];

/** Yen are rounded to whole yen or not at all. */
export const stepsOf = ({ currency }: Store): Step[] =>
  STEPS.filter(step => step === 'none' || minor(step, currency) % unitMinorOf(currency) === 0);

export function useStepText(store: Store): (step: Step) => string {
  const t = useT();
  const format = useFormat();
  return step =>
    step === 'none' ? t('settings.rounding.none') : format.money(step, store.currency);
}
