import { Button, Group, Popover, Select, Stack, Switch, TextInput } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { all } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { DayFields, useFilterForm } from '../../parts/filter-form.js';
import { useDesk } from '../../state/desk.js';
import { useT } from '../../texts/index.js';
import { CHANNELS, FLAGS, MORE, ORIGINS, SEGMENTS, useFilters, withDays } from './use-filters.js';

/** Day, till, person, channel, amount, payment and flags, in a panel below a button. */
export function MoreFilters(): ReactNode {
  const t = useT();
  const { more } = useFilters();
  const [isOpen, setOpen] = useState(false);
  const count = Object.keys(more).length;
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={340} trapFocus>
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
      <Popover.Dropdown mah="80vh" style={{ overflowY: 'auto' }}>
        <FilterForm onDone={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}

/** Codes and names of the payment methods, also of those that are not offered any more. */
function usePaymentMethods() {
  const api = useApi();
  const { may } = useDesk();
  const { data = [] } = useQuery({
    queryKey: ['payment-methods', 'names'],
    queryFn: () =>
      all(cursor => api.GET('/payment-methods/', { params: { query: { cursor, limit: 200 } } })),
    enabled: may('payment.read'),
    staleTime: 300_000,
  });
  return data.map(({ code, name }) => ({ value: code, label: name }));
}

type Choice = 'channel' | 'flag' | 'payment_method' | 'segment' | 'discount_origin';

function FilterForm({ onDone }: { onDone: () => void }): ReactNode {
  const t = useT();
  const { more, set } = useFilters();
  const form = useFilterForm(MORE, more, next => {
    set(withDays(next));
    onDone();
  });
  const methods = usePaymentMethods();
  const { values, field } = form;
  const toggle = (name: 'counted' | 'refunded') => (
    <Switch
      size="sm"
      label={t(`sales.filter.${name}`)}
      checked={values[name] === 'true'}
      onChange={({ currentTarget: { checked } }) => form.set(name, checked ? 'true' : undefined)}
    />
  );
  const choice = (name: Choice, data: { value: string; label: string }[]) => (
    <Select
      size="sm"
      label={t(`sales.filter.${name}`)}
      comboboxProps={{ withinPortal: false }}
      data={data}
      value={values[name] ?? null}
      onChange={value => form.set(name, value ?? undefined)}
      clearable
      clearButtonProps={{ 'aria-label': t('list.clear') }}
    />
  );
  return (
    <Stack component="form" gap="xs" onSubmit={form.submit}>
      <Group grow>
        <DayFields values={values} field={field} />
      </Group>
      <Group grow>
        <TextInput {...field('terminal')} />
        <TextInput {...field('employee')} />
      </Group>
      <TextInput {...field('customer')} />
      {choice(
        'channel',
        CHANNELS.map(value => ({ value, label: t(`sales.channel.${value}`) })),
      )}
      <Group grow>
        <TextInput inputMode="decimal" {...field('amount_min')} />
        <TextInput inputMode="decimal" {...field('amount_max')} />
      </Group>
      {choice(
        'flag',
        FLAGS.map(value => ({ value, label: t(`sales.flag.${value}`) })),
      )}
      {choice('payment_method', methods)}
      {choice(
        'discount_origin',
        ORIGINS.map(value => ({ value, label: t(`sales.origin.${value}`) })),
      )}
      {choice(
        'segment',
        SEGMENTS.map(value => ({ value, label: t(`sales.segment.${value}`) })),
      )}
      <TextInput type="number" min={0} max={23} step={1} {...field('hour')} />
      {toggle('counted')}
      {toggle('refunded')}
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
