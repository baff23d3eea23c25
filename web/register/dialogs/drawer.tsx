import { Button, Group, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { newKey, once } from '@tillhouse/client';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useApi } from '../../shared/api/index.js';
import { Failed } from '../../shared/components/states.js';
import { Dialog } from '../parts/till-dialog.js';
import { useT } from '../texts/index.js';

export function DrawerDialog({ onClose }: { onClose: () => void }): ReactNode {
  const t = useT();
  const api = useApi();
  const [reason, setReason] = useState('');
  const [key] = useState(newKey);
  const open = useMutation({
    mutationFn: () =>
      api.POST('/pos/cash-drawer/', { body: { operation: 'open', reason }, ...once(key) }),
    onSuccess: () => {
      notifications.show({ message: t('drawer.opened') });
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
