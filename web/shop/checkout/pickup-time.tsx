import { Group, NativeSelect, Stack, Text } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { dayOf } from '../../shared/clock.js';
import { useFormat } from '../../shared/i18n/format.js';
import { useI18n } from '../../shared/i18n/index.js';
import { useShop } from '../session/store.js';
import { useT } from '../texts/index.js';
import { pickupDays, timesOn } from './pickup-times.js';

/** Day and time of pickup, in the store's time zone. */
export function PickupTime(props: {
  value: string | null;
  error?: string;
  onChange: (iso: string) => void;
}): ReactNode {
  const t = useT();
  const { time } = useFormat();
  const { locale } = useI18n();
  const { store } = useShop();
  const zone = store.time_zone;
  const [now] = useState(() => new Date());
  const days = useMemo(() => pickupDays(now, zone, store), [now, zone, store]);
  const chosen = props.value === null ? undefined : new Date(props.value);
  const day = chosen === undefined ? (days[0] ?? '') : dayOf(chosen, zone);
  const times = timesOn(day, now, zone, store);
  const dayText = new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  });
  const chooseDay = (next: string): void => {
    const [first] = timesOn(next, now, zone, store);
    if (first !== undefined) props.onChange(first.toISOString());
  };
  return (
    <Stack gap="xs">
      <Group grow align="flex-start">
        <NativeSelect
          label={t('pickup.day')}
          name="pickup"
          error={props.error}
          value={day}
          onChange={event => chooseDay(event.currentTarget.value)}
          data={days.map(value => ({
            value,
            label: dayText.format(new Date(`${value}T12:00:00Z`)),
          }))}
        />
        <NativeSelect
          label={t('pickup.time')}
          value={chosen?.toISOString() ?? ''}
          onChange={event => props.onChange(event.currentTarget.value)}
          data={times.map(at => ({ value: at.toISOString(), label: time(at) }))}
        />
      </Group>
      <Text size="sm" c="dimmed">
        {t('pickup.zone', { name: store.name, zone: zone.replaceAll('_', ' ') })}
      </Text>
    </Stack>
  );
}
