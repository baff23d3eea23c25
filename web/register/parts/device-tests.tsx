import { Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { COLUMNS } from '../../../src/domains/receipts/columns.js';
import { useApi, useOnline } from '../../shared/api/index.js';
import { ServiceTest } from '../../shared/components/service-test.js';
import { useSharedDeviceTexts } from '../../shared/components/use-device-texts.js';
import { openDrawerAt, type TillDevice } from '../state/devices/paired.js';
import { useDrawerPrinter, useHasNetworkDrawer } from '../state/devices/use-devices.js';
import { useIdempotencyKey } from '../state/idempotency-key.js';
import { recordStep } from '../state/journal/index.js';
import type { Session } from '../state/session.js';
import { useDeviceTexts } from '../texts/use-device-texts.js';
import { DeviceProblem } from './device-problem.js';
import { Paper } from './paper.js';

type Props = { device: TillDevice; session: Session };

/** The test of a device that the tablet does not drive by a cable. */
export function DeviceTest({ device, session }: Props): ReactNode {
  if (!device.is_active) return null;
  if (device.kind === 'drawer') return <DrawerTest device={device} session={session} />;
  if (device.connection === 'dialog') return <DialogTest device={device} />;
  return (
    <Group>
      <ServiceTest device={device} />
    </Group>
  );
}

function TestButton(props: {
  device: TillDevice;
  run: { mutate: () => void; isPending: boolean; error: unknown };
}): ReactNode {
  const t = useSharedDeviceTexts();
  const { device, run } = props;
  return (
    <Group>
      <Button
        variant="default"
        aria-label={`${t('test')}: ${device.name}`}
        loading={run.isPending}
        onClick={run.mutate}
      >
        {t('test')}
      </Button>
      <DeviceProblem error={run.error} />
    </Group>
  );
}

/** An opening like any other: it is an entry of the journal before the drawer opens. */
function DrawerTest({ device, session }: Props): ReactNode {
  const t = useDeviceTexts();
  const api = useApi();
  const online = useOnline();
  const printer = useDrawerPrinter();
  const hasNetworkDrawer = useHasNetworkDrawer();
  const { key, renew, onError } = useIdempotencyKey();
  const run = useMutation({
    mutationFn: async () => {
      const data = { reason: t('test.drawerReason') };
      const step = { kind: 'drawer_open' as const, data, key, online };
      const { state } = await recordStep(api, session, step);
      if (printer !== undefined) await openDrawerAt(printer);
      // The service opens it as soon as it has the entry, not later.
      return printer !== undefined || (hasNetworkDrawer && online && state === 'sent');
    },
    onError,
    onSuccess: isOpening => {
      renew();
      notifications.show({ message: t(isOpening ? 'test.drawer' : 'test.drawerRecorded') });
    },
  });
  return (
    <Stack gap="xs">
      <TestButton device={device} run={{ ...run, mutate: () => run.mutate() }} />
      {printer === undefined && !hasNetworkDrawer && (
        <Text size="sm" c="dimmed">
          {t('test.drawerHint')}
        </Text>
      )}
    </Stack>
  );
}

function DialogTest({ device }: { device: TillDevice }): ReactNode {
  const t = useDeviceTexts();
  const [isShown, setShown] = useState(false);
  if (!isShown) {
    const run = { mutate: () => setShown(true), isPending: false, error: null };
    return <TestButton device={device} run={run} />;
  }
  const text = [t('test.title'), device.name, '-'.repeat(COLUMNS), 'äöüß éèç ñ åøæ €£'].join('\n');
  return (
    <Stack>
      <Paper text={text} />
    </Stack>
  );
}
