import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import { useShopError } from '../parts/shop-error.js';
import { useT } from '../texts/index.js';
import type { Cart } from '../types.js';
import type { Draft } from './checkout-storage.js';
import { useReminder } from './use-reminder.js';

/** Asks guests for their consent to one mail about this cart; off until they tick it. */
export function ReminderBox(props: {
  cart: Cart;
  draft: Draft;
  onChange: (change: Partial<Draft>) => void;
}): ReactNode {
  const { cart, draft, onChange } = props;
  const t = useT();
  const errorText = useShopError();
  const isWanted = draft.reminderCart === cart.id;
  const error = useReminder(cart, draft.email, isWanted);
  return (
    <Checkbox
      label={t('reminder.label')}
      description={t('reminder.text')}
      checked={isWanted}
      error={isWanted && error !== null ? errorText(error) : undefined}
      onChange={event =>
        onChange({ reminderCart: event.currentTarget.checked ? cart.id : undefined })
      }
    />
  );
}
