import { Alert, Button, Group, Paper, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useOnline } from '../../shared/api/index.js';
import { useFormat } from '../../shared/i18n/format.js';
import { Dialog } from '../parts/till-dialog.js';
import { isHeldFull } from '../state/journal/held-full.js';
import { useAllUnsent } from '../state/journal/unsent.js';
import { isStorageKept } from '../state/kept-storage.js';
import type { Session } from '../state/session.js';
import { useT } from '../texts/index.js';

/** Unsent entries of all tills as which this device was signed in. */
export function QueueDialog(props: {
  session: Session;
  onSend: () => void;
  onClose: () => void;
}): ReactNode {
  const t = useT();
  const online = useOnline();
  const { money, dateTime } = useFormat();
  const unsent = useAllUnsent();
  const isKept = isStorageKept.use();
  const isFull = isHeldFull.use();
  return (
    <Dialog onClose={props.onClose} title={t('queue.title')} size="lg">
      <Stack>
        {unsent.map(entry => (
          <Paper key={`${entry.terminal} ${entry.counter}`} className="surface" p="md">
            <Group justify="space-between">
              <Text fw={650}>
                {t(`journal.kind.${entry.kind}`, { number: entry.number ?? '' })}
              </Text>
              {entry.about.total !== null && (
                <Text fw={650} className="money">
                  {money(entry.about.total)}
                </Text>
              )}
            </Group>
            <Text size="sm" c="dimmed">
              {dateTime(entry.at)} {t('queue.of', { name: entry.about.employeeName })}
            </Text>
            {entry.terminal !== props.session.terminal && (
              <Text size="sm">{t('journal.otherTill', { terminal: entry.terminal })}</Text>
            )}
          </Paper>
        ))}
        <Text c="dimmed">{t('journal.waiting', { count: unsent.length })}</Text>
        {isFull && <Alert color="red">{t('queue.heldFull')}</Alert>}
        {isKept === false && (
          <Text size="sm" c="dimmed">
            {t('queue.notKept')}
          </Text>
        )}
        <Button disabled={!online || unsent.length === 0} onClick={props.onSend}>
          {t('queue.send')}
        </Button>
      </Stack>
    </Dialog>
  );
}
