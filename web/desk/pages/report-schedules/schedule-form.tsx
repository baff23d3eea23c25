import { Group, MultiSelect, Select, Switch, TagsInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { all, answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { useI18n } from '../../../shared/i18n/index.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { StoreSelect } from '../../parts/store-select.js';
import { useDesk } from '../../state/desk.js';
import { useForm } from '../../state/use-form.js';
import { useT } from '../../texts/index.js';
import type { ReportSchedule } from '../../types.js';
import { COMPARISONS, GROUPINGS } from '../comparison/use-comparison.js';
import { HOURS, hourName, WEEKDAYS, weekdayName } from './use-when.js';

const REPORTS = [
  'comparison',
  'overview',
  'sales',
  'products',
  'sell_through',
  'dead_stock',
] as const;
const FREQUENCIES = ['daily', 'weekly', 'monthly'] as const;
const EVERY_STORE = '*';
const MOST_OTHERS = 5;

type Props = { schedule?: ReportSchedule; onClose: () => void };
type Form = ReturnType<typeof useScheduleForm>;

export function ScheduleForm({ schedule, onClose }: Props): ReactNode {
  const t = useT();
  const form = useScheduleForm(schedule, onClose);
  const { draft } = form;
  const choice = <T extends string>(values: readonly T[], text: (value: T) => string) =>
    values.map(value => ({ value, label: text(value) }));
  return (
    <FormDialog
      title={schedule?.name ?? t('schedules.new')}
      submit={t('app.save')}
      isReady={draft.name.trim() !== '' && draft.recipients.length > 0}
      {...form.dialog}
    >
      <TextInput label={t('list.name')} data-autofocus maxLength={100} {...form.text('name')} />
      <PlaceField form={form} />
      <Select
        label={t('schedules.report')}
        data={choice(REPORTS, value => t(`schedules.report.${value}`))}
        value={draft.report}
        onChange={value => form.set({ report: REPORTS.find(one => one === value) })}
        allowDeselect={false}
      />
      {draft.report === 'comparison' && (
        <Group grow>
          <Select
            label={t('comparison.by')}
            data={choice(GROUPINGS, value => t(`comparison.by.${value}`))}
            value={draft.by}
            onChange={value => form.set({ by: GROUPINGS.find(one => one === value) })}
            allowDeselect={false}
          />
          <Select
            label={t('comparison.with')}
            data={choice(COMPARISONS, value => t(`comparison.with.${value}`))}
            value={draft.compared_with}
            onChange={value => form.set({ compared_with: COMPARISONS.find(one => one === value) })}
            allowDeselect={false}
          />
        </Group>
      )}
      <TimeFields form={form} />
      <RecipientsField form={form} />
      <TagsInput
        label={t('schedules.others')}
        description={t('schedules.others.hint')}
        inputMode="email"
        maxTags={MOST_OTHERS}
        acceptValueOnBlur
        {...form.field('other_recipients')}
      />
      <Switch
        label={t('schedules.active')}
        checked={draft.is_active}
        onChange={event => form.set({ is_active: event.currentTarget.checked })}
      />
    </FormDialog>
  );
}

function useScheduleForm(schedule: ReportSchedule | undefined, onClose: () => void) {
  const t = useT();
  const api = useApi();
  const { me, store, stores } = useDesk();
  const first = store?.code ?? (me.all_stores ? EVERY_STORE : stores[0]?.code) ?? EVERY_STORE;
  return useForm({
    start: () => ({
      name: schedule?.name ?? '',
      store: schedule === undefined ? first : (schedule.store ?? EVERY_STORE),
      report: schedule?.report ?? ('comparison' as const),
      by: schedule?.by ?? ('store' as const),
      compared_with: schedule?.compared_with ?? ('previous_period' as const),
      frequency: schedule?.frequency ?? ('daily' as const),
      weekday: schedule?.weekday ?? 1,
      hour: schedule?.hour ?? 7,
      recipients: schedule?.recipients.map(({ id }) => id) ?? [],
      other_recipients: schedule?.other_recipients ?? [],
      is_active: schedule?.is_active ?? true,
    }),
    record: schedule && {
      type: 'report-schedules',
      id: schedule.id,
      path: `/report-schedules/${schedule.id}/`,
      shown: schedule,
    },
    save: (draft, condition) => {
      const body = { ...draft, store: draft.store === EVERY_STORE ? null : draft.store };
      if (schedule === undefined) return answer(api.POST('/report-schedules/', { body }));
      const params = { path: { id: schedule.id } };
      return answer(api.PATCH('/report-schedules/{id}/', { params, body, ...condition }));
    },
    changes: [['report-schedules']],
    done: ({ name }) => t('schedules.saved', { name }),
    onClose,
  });
}

function PlaceField({ form }: { form: Form }): ReactNode {
  const t = useT();
  const { me } = useDesk();
  return (
    <StoreSelect
      first={me.all_stores ? [{ value: EVERY_STORE, label: t('store.all') }] : []}
      value={form.draft.store}
      onPick={value => value !== null && form.set({ store: value })}
      error={form.errorOf('store')}
    />
  );
}

function TimeFields({ form }: { form: Form }): ReactNode {
  const t = useT();
  const { locale } = useI18n();
  const { stores } = useDesk();
  const { draft } = form;
  const chosen = stores.filter(({ code }) => draft.store === EVERY_STORE || code === draft.store);
  const zones = [...new Set(chosen.map(store => store.time_zone))];
  const zone = zones.length === 1 ? (zones[0] ?? 'UTC') : 'UTC';
  return (
    <>
      <Select
        label={t('schedules.frequency')}
        data={FREQUENCIES.map(value => ({ value, label: t(`schedules.frequency.${value}`) }))}
        value={draft.frequency}
        onChange={value => form.set({ frequency: FREQUENCIES.find(one => one === value) })}
        allowDeselect={false}
      />
      {draft.frequency === 'weekly' && (
        <Select
          label={t('schedules.weekday')}
          data={WEEKDAYS.map(day => ({ value: String(day), label: weekdayName(day, locale) }))}
          value={String(draft.weekday)}
          onChange={value => form.set({ weekday: Number(value) })}
          allowDeselect={false}
        />
      )}
      <Select
        label={t('schedules.hour')}
        description={t('schedules.hour.zone', { zone: zone.replaceAll('_', ' ') })}
        data={HOURS.map(hour => ({ value: String(hour), label: hourName(hour, locale) }))}
        value={String(draft.hour)}
        onChange={value => form.set({ hour: Number(value) })}
        allowDeselect={false}
      />
    </>
  );
}

function RecipientsField({ form }: { form: Form }): ReactNode {
  const t = useT();
  const api = useApi();
  const people = useQuery({
    queryKey: ['users', 'recipients'],
    queryFn: () =>
      all(cursor =>
        api.GET('/users/', {
          params: { query: { staff: true, is_active: true, limit: 200, cursor } },
        }),
      ),
  });
  const staff = (people.data ?? []).filter(({ email }) => email);
  return (
    <MultiSelect
      label={t('schedules.recipients')}
      description={t('schedules.recipients.hint')}
      data={staff.map(({ id, first_name: first, last_name: last, email }) => ({
        value: id,
        label: `${first} ${last}`.trim() || String(email),
      }))}
      maxValues={20}
      searchable
      comboboxProps={{ position: 'top' }}
      {...form.field('recipients')}
    />
  );
}
