import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { dayOf } from '../../shared/clock.js';
import { useI18n } from '../../shared/i18n/index.js';
import { useMaybeShop } from '../session/store.js';
import { useT } from '../texts/index.js';
import type { Store } from '../types.js';

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];
/** A Monday, for the names of the weekdays. */
const MONDAY_MS = Date.UTC(2026, 0, 5, 12);
const DAY_MS = 24 * 60 * 60_000;
/** As far as special days are announced. */
const DAYS_AHEAD = 14;

type Span = { opens: string; closes: string };

/** Address and opening hours of the chosen store; nothing if it does not state its hours. */
export function StoreHours(): ReactNode {
  const t = useT();
  const store = useMaybeShop()?.store;
  const lines = useLines(store);
  if (store === undefined || lines.length === 0) return null;
  const address = [store.address, [store.postal_code, store.city].filter(Boolean).join(' ')];
  return (
    <Stack gap={2}>
      <Text size="sm" fw={600}>
        {t('hours.of', { name: store.name })}
      </Text>
      {address.filter(Boolean).length > 0 && (
        <Text size="sm" c="dimmed">
          {address.filter(Boolean).join(', ')}
        </Text>
      )}
      {lines.map(line => (
        <Text key={line} size="sm">
          {line}
        </Text>
      ))}
    </Stack>
  );
}

function useLines(store: Store | undefined): string[] {
  const t = useT();
  const { locale } = useI18n();
  if (store === undefined || store.opening_hours.length === 0) return [];
  const spansText = (spans: readonly Span[]): string =>
    spans.length === 0
      ? t('hours.closed')
      : spans.map(({ opens, closes }) => `${opens}–${closes}`).join(', ');
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' });
  const nameOf = (day: number): string => weekday.format(MONDAY_MS + (day - 1) * DAY_MS);
  const textOf = (day: number): string =>
    spansText(store.opening_hours.filter(span => span.day === day));
  const date = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' });
  const now = new Date();
  const today = dayOf(now, store.time_zone);
  const last = dayOf(new Date(now.getTime() + DAYS_AHEAD * DAY_MS), store.time_zone);
  const special = store.special_days
    .filter(day => day.date >= today && day.date <= last)
    .map(
      day =>
        `${day.name}, ${date.format(Date.parse(`${day.date}T12:00:00Z`))}: ${spansText(day.hours)}`,
    );
  return [
    ...groupsOf(textOf).map(([from, to, text]) => {
      const days = from === to ? nameOf(from) : `${nameOf(from)}–${nameOf(to)}`;
      return `${days}: ${text}`;
    }),
    ...special,
  ];
}

/** Neighbouring weekdays with the same hours share a line. */
function groupsOf(textOf: (day: number) => string): [from: number, to: number, text: string][] {
  const groups: [from: number, to: number, text: string][] = [];
  for (const day of WEEKDAYS) {
    const text = textOf(day);
    const last = groups.at(-1);
    if (last?.[2] === text) last[1] = day;
    else groups.push([day, day, text]);
  }
  return groups;
}
