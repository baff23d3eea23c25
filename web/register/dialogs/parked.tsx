import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Dialog } from '../../shared/components/dialog.js';
import { Empty } from '../../shared/components/states.js';
import { useFormat } from '../../shared/i18n/format.js';
import { totalsFor } from '../state/basket.js';
import { type Parked, parked, resume } from '../state/sale.js';
import type { Session } from '../state/session.js';
import { useT } from '../texts/index.js';

export function ParkedDialog({
  session,
  onClose,
}: {
  session: Session;
  onClose: () => void;
}): ReactNode {
  const t = useT();
  const { cents, relative } = useFormat();
  const sales = parked.use();
  const countOf = ({ basket }: Parked): number =>
    basket.lines.reduce((sum, line) => sum + line.quantity, 0);
  return (
    <Dialog onClose={onClose} title={t('parked.title')} size="lg">
      {sales.length === 0 ? (
        <Empty
          icon={<IconClock size={28} />}
          title={t('parked.empty.title')}
          text={t('parked.empty.text')}
        />
      ) : (
        <Stack>
          {sales.map(entry => (
            <Paper key={entry.id} className="surface" p="md">
              <Group justify="space-between" wrap="nowrap">
                <div>
                  <Text fw={650} className="money">
                    {t('parked.line', {
                      items: t('cart.items', { count: countOf(entry) }),
                      total: cents(totalsFor(entry.basket, session.store).totalMinor),
                    })}
                  </Text>
                  <Text size="sm" c="dimmed" lineClamp={1}>
                    {entry.basket.lines.map(line => line.good.name).join(', ')}
                  </Text>
                  <Text size="sm" c="dimmed">
                    {entry.by} · {relative(entry.at)}
                  </Text>
                </div>
                <Group gap="xs" wrap="nowrap">
                  <Button
                    variant="subtle"
                    onClick={() => parked.set(all => all.filter(({ id }) => id !== entry.id))}
                  >
                    {t('parked.drop')}
                  </Button>
                  <Button
                    onClick={() => {
                      resume(entry.id, session.user.name);
                      onClose();
                    }}
                  >
                    {t('parked.resume')}
                  </Button>
                </Group>
              </Group>
            </Paper>
          ))}
        </Stack>
      )}
    </Dialog>
  );
}
