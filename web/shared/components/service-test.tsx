import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../api/index.js';
import type { TillDevice } from '../till-devices.js';
import { Failed } from './states.js';
import { useSharedDeviceTexts } from './use-device-texts.js';

/** Tests a device that the service reaches, and says what it found. */
export function ServiceTest(props: { device: TillDevice; size?: string }): ReactNode {
  const { device, size } = props;
  const t = useSharedDeviceTexts();
  const api = useApi();
  const path = { terminal_id: device.terminal_id, id: device.id };
  const run = useMutation({
    mutationFn: async () => {
      const tested = await answer(
        api.POST('/terminals/{terminal_id}/devices/{id}/test/', { params: { path } }),
      );
      return 'outcome' in tested
        ? t(`outcome.${tested.outcome}`)
        : t('outcome.sent', { name: device.name });
    },
  });
  return (
    <>
      <Button
        variant="default"
        {...(size !== undefined && { size })}
        aria-label={`${t('test')}: ${device.name}`}
        loading={run.isPending}
        onClick={() => run.mutate()}
      >
        {t('test')}
      </Button>
      {run.data !== undefined && (
        <Text size="sm" role="status" w="100%">
          {run.data}
        </Text>
      )}
      {run.error !== null && <Failed error={run.error} />}
    </>
  );
}
