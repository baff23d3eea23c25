import { Select } from '@mantine/core';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { useAction } from '../../state/use-action.js';
import { useT } from '../../texts/index.js';
import type { Store } from '../../types.js';

const USUAL = [1, 2, 5, 10, 15, 30, 60];
const NEVER = 'never';

/** After how many minutes without a touch the tills of a store ask for the PIN. */
export function LockSelect({ store, isOne }: { store: Store; isOne: boolean }): ReactNode {
  const t = useT();
  const api = useApi();
  const { name, till_lock_minutes: minutes } = store;
  const save = useAction<number | null, unknown>(
    till_lock_minutes =>
      answer(
        api.PATCH('/stores/{store}/', {
          params: { path: { store: store.code } },
          body: { till_lock_minutes },
        }),
      ),
    { changes: [['desk']], done: () => t('tills.lock.saved', { name }) },
  );
  const offered = [...new Set([...USUAL, ...(minutes === null ? [] : [minutes])])];
  return (
    <Select
      label={isOne ? t('tills.lock') : t('tills.lock.store', { name })}
      w={280}
      allowDeselect={false}
      disabled={save.isPending}
      value={minutes === null ? NEVER : String(minutes)}
      onChange={value => save.mutate(value === NEVER || value === null ? null : Number(value))}
      data={[
        { value: NEVER, label: t('tills.lock.never') },
        ...offered
          .sort((a, b) => a - b)
          .map(count => ({ value: String(count), label: t('tills.lock.minutes', { count }) })),
      ]}
    />
  );
}
