import { Alert, Button, Group, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../shared/api/index.js';
import { Failed } from '../../shared/components/states.js';
import { useSharedDeviceTexts } from '../../shared/components/use-device-texts.js';
import type { TillDevice } from '../../shared/till-devices.js';
import { useDeviceTexts } from '../texts/use-device-texts.js';

const DEVICE = '/terminals/{terminal_id}/devices/{id}/';

/** A manager changes a device, switches it off and on, or removes it. */
export function DeviceActions(props: { device: TillDevice; onEdit: () => void }): ReactNode {
  const { device, onEdit } = props;
  const t = useSharedDeviceTexts();
  const own = useDeviceTexts();
  const api = useApi();
  const queries = useQueryClient();
  const [isRemoving, setRemoving] = useState(false);
  const params = { path: { terminal_id: device.terminal_id, id: device.id } };
  const onSettled = () =>
    queries.invalidateQueries({ queryKey: ['till-devices', device.terminal_id] });
  const toggle = useMutation({
    mutationFn: (is_active: boolean) => answer(api.PATCH(DEVICE, { params, body: { is_active } })),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: () => answer(api.DELETE(DEVICE, { params })),
    onSettled,
  });
  const toggleKey = device.is_active ? 'turnOff' : 'turnOn';
  if (isRemoving) {
    return (
      <Alert color="red" variant="light" title={t('removeTitle', { name: device.name })}>
        <Stack gap="xs">
          {t('removeText')}
          {remove.error !== null && <Failed error={remove.error} />}
          <Group>
            <Button variant="default" onClick={() => setRemoving(false)}>
              {own('cancel')}
            </Button>
            <Button color="red.8" loading={remove.isPending} onClick={() => remove.mutate()}>
              {t('remove')}
            </Button>
          </Group>
        </Stack>
      </Alert>
    );
  }
  return (
    <Group gap={6}>
      <Button variant="subtle" aria-label={`${t('edit')}: ${device.name}`} onClick={onEdit}>
        {t('edit')}
      </Button>
      <Button
        variant="subtle"
        aria-label={`${t(toggleKey)}: ${device.name}`}
        loading={toggle.isPending}
        onClick={() => toggle.mutate(!device.is_active)}
      >
        {t(toggleKey)}
      </Button>
      <Button
        variant="subtle"
        aria-label={`${t('remove')}: ${device.name}`}
        onClick={() => setRemoving(true)}
      >
        {t('remove')}
      </Button>
      {toggle.error !== null && <Failed error={toggle.error} />}
    </Group>
  );
}
