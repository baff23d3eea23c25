import { Button, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useApi, useOnline } from '../../shared/api/index.js';
import { DeviceProblem } from '../parts/device-problem.js';
import { ReasonField } from '../parts/reason-field.js';
import { Dialog } from '../parts/till-dialog.js';
import { openDrawerAt } from '../state/devices/paired.js';
import { useDrawerPrinter, useHasNetworkDrawer } from '../state/devices/use-devices.js';
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
  const printer = useDrawerPrinter();
  const opensByNetwork = useHasNetworkDrawer() && online;
  const open = useMutation({
    mutationFn: async () => {
      const step = { kind: 'drawer_open' as const, data: { reason }, key, online };
      const entry = await recordStep(api, session, step);
      // The entry is recorded first: after a failure the same entry is used, and the drawer is
      // tried again.
      if (printer !== undefined) await openDrawerAt(printer);
      return entry;
    },
    onError,
    onSuccess: ({ state }) => {
      const isOpening = printer !== undefined || (opensByNetwork && state === 'sent');
      const done = isOpening ? 'drawer.opened' : 'drawer.recorded';
      notifications.show({ message: t(state === 'held' ? 'journal.doneHeld' : done) });
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
          <ReasonField
            label={t('drawer.reason')}
            usual={usual}
            reason={reason}
            onChange={setReason}
          />
          <DeviceProblem error={open.error} />
          <Button type="submit" size="lg" loading={open.isPending}>
            {t('drawer.open')}
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}
