import { Button, Stack, Text } from '@mantine/core';
import { IconEye, IconId, IconUserX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { localDay } from '../../../src/platform/local-day.js';
import { useFormat } from '../../shared/i18n/format.js';
import { minimumAge } from '../state/basket.js';
import { confirmAge, editBasket, sale } from '../state/sale.js';
import type { Session } from '../state/session.js';
import { useT } from '../texts/index.js';

/** The latest date of birth that is old enough today, in the store's time zone. */
function bornBefore(age: number, timeZone: string): Date {
  const today = localDay(new Date(), timeZone);
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number);
  // Noon UTC falls on the same date in nearly every time zone.
  return new Date(Date.UTC(year - age, month - 1, day, 12));
}

export function AgePrompt({
  session,
  onRefused,
}: {
  session: Session;
  onRefused: () => void;
}): ReactNode {
  const t = useT();
  const { date } = useFormat();
  const { basket } = sale.use();
  const age = minimumAge(basket);
  const refuse = (): void => {
    editBasket(current => ({
      ...current,
      lines: current.lines.filter(line => line.good.minimumAge === null),
      selected: null,
    }));
    onRefused();
  };
  return (
    <Stack>
      <Text size="lg">
        {t('age.text', { count: age, date: date(bornBefore(age, session.store.timeZone)) })}
      </Text>
      <Button
        size="xl"
        leftSection={<IconId />}
        onClick={() => confirmAge('id_scan')}
        data-autofocus
      >
        {t('age.id')}
      </Button>
      <Button
        size="xl"
        variant="light"
        leftSection={<IconEye />}
        onClick={() => confirmAge('visual')}
      >
        {t('age.visual')}
      </Button>
      <Button
        size="lg"
        variant="subtle"
        color="red"
        c="var(--mantine-color-error)"
        leftSection={<IconUserX />}
        onClick={refuse}
      >
        {t('age.no')}
      </Button>
    </Stack>
  );
}
