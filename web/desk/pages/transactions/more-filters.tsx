import { Button, Group, Popover, Select, Stack, Switch, TextInput } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { all } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { useMethodName } from '../../../shared/i18n/method-name.js';
import { DayFields, useFilterForm } from '../../parts/filter-form.js';
import { useDesk } from '../../state/desk.js';
import { useT } from '../../texts/index.js';
import { CashierFilter, CustomerFilter } from './person-filters.js';
import { CHANNELS, FLAGS, MORE, ORIGINS, SEGMENTS, useFilters, withDays } from './use-filters.js';

/** Day, till, person, channel, amount, payment and flags, in a panel below a button. */
export function MoreFilters(): ReactNode {
  const t = useT();
  const { more } = useFilters();
  const [isOpen, setOpen] = useState(false);
  const count = Object.keys(more).length;
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      width="min(26rem, 94vw)"
      trapFocus
    >
      <Popover.Target>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconFilter size={16} />}
          onClick={() => setOpen(!isOpen)}
        >
          {count === 0 ? t('sales.filter') : t('sales.filter.count', { count })}
        </Button>
      </Popover.Target>
      {/* Scrolls by itself: a page that scrolls away from the button hides the dropdown. */}
      <Popover.Dropdown mah="min(70dvh, 40rem)" style={{ overflowY: 'auto' }}>
        <FilterForm onDone={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}

/** Codes and names of the payment methods, also of those that are not offered any more. */
function usePaymentMethods() {
  const api = useApi();
  const { may } = useDesk();
  const nameOf = useMethodName();
  const { data = [] } = useQuery({
    queryKey: ['payment-methods', 'names'],
    queryFn: () =>
      all(cursor => api.GET('/payment-methods/', { params: { query: { cursor, limit: 200 } } })),
    enabled: may('payment.read'),
    staleTime: 300_000,
  });
  return data.map(({ code, name }) => ({ value: code, label: nameOf(name) }));
}

type Form = ReturnType<typeof useFilterForm<(typeof MORE)[number]>>;
type Options = { value: string; label: string }[];

function Choice(props: {
  form: Form;
  name: 'channel' | 'flag' | 'payment_method' | 'segment' | 'discount_origin';
  data: Options;
}): ReactNode {
  const { form, name, data } = props;
  const t = useT();
  return (
    <Select
      size="sm"
      label={t(`sales.filter.${name}`)}
      comboboxProps={{ withinPortal: false }}
      data={data}
      value={form.values[name] ?? null}
      onChange={value => form.set(name, value ?? undefined)}
      clearable
      clearButtonProps={{ 'aria-label': t('list.clear') }}
    />
  );
}

function Toggle({ form, name }: { form: Form; name: 'counted' | 'refunded' }): ReactNode {
  const t = useT();
  return (
    <Switch
      size="sm"
      label={t(`sales.filter.${name}`)}
      checked={form.values[name] === 'true'}
      onChange={({ currentTarget: { checked } }) => form.set(name, checked ? 'true' : undefined)}
    />
  );
}

function FilterForm({ onDone }: { onDone: () => void }): ReactNode {
  const t = useT();
  const { more, set } = useFilters();
  const form = useFilterForm(MORE, more, next => {
    set(withDays(next));
    onDone();
  });
  const methods = usePaymentMethods();
  const channels = CHANNELS.map(value => ({ value, label: t(`sales.channel.${value}`) }));
  const flags = FLAGS.map(value => ({ value, label: t(`sales.flag.${value}`) }));
  const origins = ORIGINS.map(value => ({ value, label: t(`sales.origin.${value}`) }));
  const segments = SEGMENTS.map(value => ({ value, label: t(`sales.segment.${value}`) }));
  const { values, field } = form;
  return (
    <Stack component="form" gap="xs" onSubmit={form.submit}>
      <Group grow wrap="nowrap">
        <DayFields values={values} field={field} />
      </Group>
      <TextInput {...field('terminal')} />
      <CashierFilter value={values.employee} onChange={value => form.set('employee', value)} />
      <CustomerFilter value={values.customer} onChange={value => form.set('customer', value)} />
      <Group grow>
        <Choice form={form} name="segment" data={segments} />
        <Choice form={form} name="channel" data={channels} />
      </Group>
      <Group grow>
        <TextInput inputMode="decimal" {...field('amount_min')} />
        <TextInput inputMode="decimal" {...field('amount_max')} />
      </Group>
      <Group grow>
        <Choice form={form} name="payment_method" data={methods} />
        <Choice form={form} name="discount_origin" data={origins} />
      </Group>
      <Group grow>
        <Choice form={form} name="flag" data={flags} />
        <TextInput type="number" min={0} max={23} step={1} {...field('hour')} />
      </Group>
      <Toggle form={form} name="counted" />
      <Toggle form={form} name="refunded" />
      <Group justify="space-between">
        <Button variant="subtle" size="sm" onClick={form.clear}>
          {t('sales.filter.clear')}
        </Button>
        <Button type="submit" size="sm">
          {t('sales.filter.apply')}
        </Button>
      </Group>
    </Stack>
  );
}
