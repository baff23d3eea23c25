import { Alert, Button, Group, Paper, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useOnline } from '../../shared/api/index.js';
import { useFormat } from '../../shared/i18n/format.js';
import { useI18n } from '../../shared/i18n/index.js';
import { refusalText } from '../../shared/i18n/refusals.js';
import { Dialog } from '../parts/till-dialog.js';
import { useAllUnsent } from '../state/journal/unsent.js';
import { isStorageKept } from '../state/kept-storage.js';
import { outbox } from '../state/outbox.js';
import type { Session } from '../state/session.js';
import { useT } from '../texts/index.js';

/** Unsent and rejected sales of this till. */
export function QueueDialog(props: {
  session: Session;
  onSend: () => void;
  onClose: () => void;
}): ReactNode {
  const t = useT();
  const { language } = useI18n();
  const online = useOnline();
  const { money, dateTime } = useFormat();
  const entries = outbox.use();
  const unsent = useAllUnsent();
  const isKept = isStorageKept.use();
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
        {entries.map(entry => (
          <Paper key={entry.key} className="surface" p="md">
            <Group justify="space-between">
              <Text fw={650} className="money">
                {money(entry.total)}
              </Text>
              <Text size="sm" c="dimmed">
                {dateTime(entry.at)} {t('queue.of', { name: entry.employeeName })}
              </Text>
            </Group>
            {entry.refused !== null && (
              <Alert color="red" variant="light" mt="sm">
                <Stack gap="xs" align="flex-start">
                  <Text size="sm">
                    {entry.refused === 'TOO_OLD'
                      ? t('queue.tooOld')
                      : t('queue.refused', {
                          reason: refusalText(language, {
                            code: entry.refusedCode ?? '',
                            message: entry.refused,
                          }),
                        })}
                  </Text>
                  <Button
                    size="xs"
                    variant="default"
                    onClick={() => outbox.set(all => all.filter(({ key }) => key !== entry.key))}
                  >
                    {t('queue.discard')}
                  </Button>
                </Stack>
              </Alert>
            )}
          </Paper>
        ))}
        {entries.some(entry => entry.needsShift === true) && (
          <Alert color="brass" variant="light" role="status">
            {t('queue.shift')}
          </Alert>
        )}
        <Text c="dimmed">{t('journal.waiting', { count: entries.length + unsent.length })}</Text>
        {isKept === false && (
          <Text size="sm" c="dimmed">
            {t('queue.notKept')}
          </Text>
        )}
        <Button disabled={!online || entries.length + unsent.length === 0} onClick={props.onSend}>
          {t('queue.send')}
        </Button>
      </Stack>
    </Dialog>
  );
}
