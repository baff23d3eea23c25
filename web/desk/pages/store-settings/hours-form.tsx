import {
  ActionIcon,
  Button,
  Fieldset,
  Group,
  MultiSelect,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { LANGUAGES, type Language, useI18n } from '../../../shared/i18n/index.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { type Problems, useForm } from '../../state/use-form.js';
import { useT } from '../../texts/index.js';
import type { Store } from '../../types.js';
import { readSpans, readWeek, showSpans, weekOf } from './hours.js';

type DayDraft = { key: number; date: string; name: string; hours: string };

const MONDAY_MS = Date.UTC(2026, 0, 5, 12);
const DAY_MS = 24 * 60 * 60_000;

type Props = { store: Store; onClose: () => void };
type Form = ReturnType<typeof useHoursForm>;

/** Opening hours, special days, pickup hours and languages of a store. */
export function HoursForm({ store, onClose }: Props): ReactNode {
  const t = useT();
  const form = useHoursForm({ store, onClose });
  const { draft } = form;
  return (
    <FormDialog
      title={t('hours.title', { name: store.name })}
      size="lg"
      submit={t('app.save')}
      {...form.dialog}
    >
      <Text size="sm" c="dimmed">
        {t('hours.hint')}
      </Text>
      <Week form={form} name="opening_hours" legend={t('hours.opening')} />
      <Switch
        label={t('hours.pickup.own')}
        checked={draft.has_pickup_hours}
        onChange={event => form.set({ has_pickup_hours: event.currentTarget.checked })}
      />
      {draft.has_pickup_hours && (
        <Week form={form} name="pickup_hours" legend={t('hours.pickup')} />
      )}
      <SpecialDays form={form} />
      <MultiSelect
        label={t('hours.languages')}
        description={t('hours.languages.hint')}
        data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
        value={draft.languages}
        onChange={list => form.set({ languages: list as Language[] })}
        error={form.errorOf('languages')}
      />
    </FormDialog>
  );
}

function Week(props: {
  form: Form;
  name: 'opening_hours' | 'pickup_hours';
  legend: string;
}): ReactNode {
  const { form, name, legend } = props;
  const { locale } = useI18n();
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  const week = form.draft[name];
  return (
    <Fieldset legend={legend}>
      <Stack gap={6}>
        {week.map((text, index) => (
          <TextInput
            // biome-ignore lint/suspicious/noArrayIndexKey: a week has seven days in one order.
            key={index}
            label={weekday.format(MONDAY_MS + index * DAY_MS)}
            maxLength={100}
            value={text}
            onChange={event => {
              const { value } = event.currentTarget;
              form.set({ [name]: week.map((old, at) => (at === index ? value : old)) });
            }}
            error={form.errorOf(`${name}.${index}`)}
          />
        ))}
      </Stack>
    </Fieldset>
  );
}

let lastKey = 0;
const newKey = (): number => {
  lastKey += 1;
  return lastKey;
};

function SpecialDays({ form }: { form: Form }): ReactNode {
  const t = useT();
  const days = form.draft.special_days;
  const set = (key: number, change: Partial<DayDraft>): void =>
    form.set({ special_days: days.map(day => (day.key === key ? { ...day, ...change } : day)) });
  return (
    <Fieldset legend={t('hours.special')}>
      <Stack gap="xs">
        {days.map((day, index) => (
          <Group key={day.key} align="flex-start" gap="xs" wrap="wrap">
            <TextInput
              type="date"
              label={t('hours.special.date')}
              value={day.date}
              onChange={event => set(day.key, { date: event.currentTarget.value })}
              error={form.errorOf(`special_days.${index}.date`)}
            />
            <TextInput
              style={{ flex: 1, minWidth: 120 }}
              label={t('list.name')}
              maxLength={100}
              value={day.name}
              onChange={event => set(day.key, { name: event.currentTarget.value })}
              error={form.errorOf(`special_days.${index}.name`)}
            />
            <TextInput
              style={{ flex: 1, minWidth: 120 }}
              label={t('hours.special.hours')}
              placeholder={t('hours.closed')}
              value={day.hours}
              onChange={event => set(day.key, { hours: event.currentTarget.value })}
              error={form.errorOf(`special_days.${index}.hours`)}
            />
            <ActionIcon
              mt={25}
              size="lg"
              variant="default"
              aria-label={t('hours.special.remove', { name: day.name || String(index + 1) })}
              onClick={() => form.set({ special_days: days.filter(({ key }) => key !== day.key) })}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </Group>
        ))}
        <Group>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPlus size={14} />}
            onClick={() =>
              form.set({
                special_days: [...days, { key: newKey(), date: '', name: '', hours: '' }],
              })
            }
          >
            {t('hours.special.add')}
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  );
}

function useHoursForm({ store, onClose }: Props) {
  const t = useT();
  const api = useApi();
  return useForm({
    start: () => ({
      opening_hours: weekOf(store.opening_hours),
      has_pickup_hours: store.pickup_hours !== null,
      pickup_hours: weekOf(store.pickup_hours ?? store.opening_hours),
      special_days: store.special_days.map(
        (day): DayDraft => ({ key: newKey(), ...day, hours: showSpans(day.hours) }),
      ),
      languages: store.languages,
    }),
    record: { type: 'stores', id: store.id, path: `/stores/${store.code}/`, shown: store },
    check: draft => {
      const problems: Problems = {};
      const wrong = t('hours.wrong');
      const opening = readWeek(draft.opening_hours);
      if ('wrong' in opening) problems[`opening_hours.${opening.wrong}`] = wrong;
      const pickup = readWeek(draft.pickup_hours);
      if (draft.has_pickup_hours && 'wrong' in pickup) {
        problems[`pickup_hours.${pickup.wrong}`] = wrong;
      }
      draft.special_days.forEach(({ date, name, hours }, index) => {
        if (date === '') problems[`special_days.${index}.date`] = t('hours.special.need');
        if (name.trim() === '') problems[`special_days.${index}.name`] = t('hours.special.name');
        if (readSpans(hours) === undefined) problems[`special_days.${index}.hours`] = wrong;
      });
      return problems;
    },
    save: (draft, condition) => {
      const hoursOf = (week: string[]) => {
        const hours = readWeek(week);
        return 'wrong' in hours ? [] : hours;
      };
      const body = {
        opening_hours: hoursOf(draft.opening_hours),
        pickup_hours: draft.has_pickup_hours ? hoursOf(draft.pickup_hours) : null,
        special_days: draft.special_days.map(({ date, name, hours }) => ({
          date,
          name: name.trim(),
          hours: readSpans(hours) ?? [],
        })),
        languages: draft.languages,
      };
      const params = { path: { store: store.code } };
      return answer(api.PATCH('/stores/{store}/', { params, body, ...condition }));
    },
    changes: [['desk']],
    done: ({ name }) => t('settings.saved', { name }),
    onClose,
  });
}
