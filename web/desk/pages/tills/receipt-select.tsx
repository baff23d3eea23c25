import { Select } from '@mantine/core';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { useAction } from '../../state/use-action.js';
import { useT } from '../../texts/index.js';
import type { Store } from '../../types.js';

type Printing = Store['receipt_printing'];
const CHOICES: readonly Printing[] = ['off', 'ask', 'always'];

/** Whether the tills of a store print the receipt after each sale. */
export function ReceiptSelect({ store, isOne }: { store: Store; isOne: boolean }): ReactNode {
  const t = useT();
  const api = useApi();
  const { name, receipt_printing: chosen } = store;
  const save = useAction<Printing, unknown>(
    receipt_printing =>
      answer(
        api.PATCH('/stores/{store}/', {
          params: { path: { store: store.code } },
          body: { receipt_printing },
        }),
      ),
    { changes: [['desk']], done: () => t('tills.receipts.saved', { name }) },
  );
  return (
    <Select
      label={isOne ? t('tills.receipts') : t('tills.receipts.store', { name })}
      w={280}
      allowDeselect={false}
      disabled={save.isPending}
      value={chosen}
      onChange={value => {
        const next = CHOICES.find(one => one === value);
        if (next !== undefined) save.mutate(next);
      }}
      data={CHOICES.map(value => ({ value, label: t(`tills.receipts.${value}`) }))}
    />
  );
}
