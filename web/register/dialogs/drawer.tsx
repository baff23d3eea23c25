import { Button, Group, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useApi, useOnline } from '../../shared/api/index.js';
import { Failed } from '../../shared/components/states.js';
import { Dialog } from '../parts/till-dialog.js';
import { useIdempotencyKey } from '../state/idempotency-key.js';
import { recordStep } from '../state/journal/index.js';
import type { Session } from '../state/session.js';
import { useT } from '../texts/index.js';

export function DrawerDialog(props: { session: Session; onClose: () => void }): ReactNode {
  const { session, onClose } = props;
  const t = useT();
  const api = useApi();
  const [reason, setReason] = useState('');
  const online = useOnline();
  const { key, onError } = useIdempotencyKey();
  const open = useMutation({
    mutationFn: () =>
      recordStep(api, session, { kind: 'drawer_open', data: { reason }, key, online }),
    onError,
    onSuccess: ({ state }) => {
      const text = state === 'held' ? 'journal.doneHeld' : 'drawer.opened';
      notifications.show({ message: t(text) });
      onClose();
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    open.mutate();
  };
  const usual = (['change', 'check', 'customer'] as const).map(name => t(`drawer.reason.${name}`));
  return (
    <Dialog onClose={onClose} title={t('drawer.title')}>
      <form onSubmit={submit}>
        <Stack>
          <Group gap="xs">
            {usual.map(text => (
              <Button
                key={text}
                variant={text === reason ? 'filled' : 'default'}
                onClick={() => setReason(text)}
              >
                {text}
              </Button>
            ))}
          </Group>
          <TextInput
            label={t('drawer.reason')}
            size="md"
            value={reason}
            onChange={event => setReason(event.currentTarget.value)}
            required
            withAsterisk={false}
            data-autofocus
          />
          {open.error !== null && <Failed error={open.error} />}
          <Button type="submit" size="lg" loading={open.isPending}>
            {t('drawer.open')}
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}
