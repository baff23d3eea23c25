import { Button, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '@tillhouse/client';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useApi, useOnline } from '../../shared/api/index.js';
import { Failed } from '../../shared/components/states.js';
import { readMoney } from '../parts/money.js';
import { useTypedAmount } from '../parts/typed-amount.js';
import { useIdempotencyKey } from '../state/idempotency-key.js';
import { recordStep } from '../state/journal/index.js';
import { session } from '../state/session.js';
import { SHIFT } from '../state/shift.js';
import { shiftHere } from '../state/shift-here.js';
import { formatMoney, fromHundredths } from '../state/till-money.js';
import { useT } from '../texts/index.js';

/** In hundredths. */
const USUAL_FLOAT = 10_000;

/** The store takes money only in an open shift. */
export const isShiftMissing = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'SHIFT_REQUIRED';

export function OpenShiftForm(props: { text: string; onOpened?: () => void }): ReactNode {
  const t = useT();
  const api = useApi();
  const queries = useQueryClient();
  const typedAmount = useTypedAmount();
  const [text, setText] = useState(typedAmount(fromHundredths(USUAL_FLOAT)));
  const { key, renew, onError } = useIdempotencyKey();
  const float = readMoney(text);
  const online = useOnline();
  const current = session.use();
  const open = useMutation({
    mutationFn: async () => {
      if (current === null) throw new Error('nobody is signed in');
      const data = { opening_float: formatMoney(float ?? 0) };
      const step = { kind: 'shift_open' as const, data, total: data.opening_float, key, online };
      const { occurred_at, state } = await recordStep(api, current, step);
      if (state === 'held') return false;
      shiftHere.set({ opened_at: occurred_at, opened_by_name: current.user.name });
      return true;
    },
    onError,
    onSuccess: async isOpen => {
      if (!isOpen) {
        // The next attempt is another entry.
        renew();
        notifications.show({ message: t('journal.doneHeld'), color: 'brass' });
        return;
      }
      await queries.invalidateQueries({ queryKey: SHIFT });
      props.onOpened?.();
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (float !== undefined) open.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text fw={650} size="lg">
          {t('shift.none.title')}
        </Text>
        <Text c="dimmed">{props.text}</Text>
        <TextInput
          label={t('shift.float')}
          size="lg"
          inputMode="decimal"
          value={text}
          onChange={event => setText(event.currentTarget.value)}
          error={float === undefined ? t('line.badPrice') : undefined}
          data-autofocus
        />
        {open.error !== null && <Failed error={open.error} />}
        <Button type="submit" size="lg" loading={open.isPending}>
          {t('shift.open')}
        </Button>
      </Stack>
    </form>
  );
}
