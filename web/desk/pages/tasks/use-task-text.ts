import { useFormat } from '../../../shared/i18n/format.js';
import { type Key, useT } from '../../texts/index.js';
import type { Task } from '../../types.js';

const AMOUNTS = ['amount', 'tip', 'spent', 'paid', 'total', 'due'];

/** Values that have a text of their own, by cause. */
const NAMED: Partial<Record<NonNullable<Task['cause']>, [value: string, prefix: string]>> = {
  payment_review: ['reason', 'review.reason.'],
  journal_entry_held: ['entry', 'tillJournal.kind.'],
};

/** The text of a task in the reader's language; one that a person wrote is shown as it is. */
export function useTaskText(): (task: Task) => { title: string; description: string } {
  const t = useT();
  const format = useFormat();
  return ({ cause, cause_values: values, title, description }) => {
    if (cause === null || values === null) return { title, description };
    const { currency } = values;
    const shown: Record<string, string> = { ...values };
    for (const name of AMOUNTS) {
      const amount = values[name];
      if (amount && currency) shown[name] = format.money(amount, currency);
    }
    if (shown.tip) {
      shown.amount = t('tasks.cause.andTip', { amount: shown.amount ?? '', tip: shown.tip });
    }
    const [name, prefix] = NAMED[cause] ?? [];
    if (name !== undefined) shown[name] = t(`${prefix}${values[name]}` as Key);
    const isOne = cause === 'journal_gap' && values.first === values.last;
    return {
      title: t(isOne ? 'tasks.cause.journal_gap.one' : `tasks.cause.${cause}`, shown),
      description: t(`tasks.cause.${cause}.text`, shown),
    };
  };
}
