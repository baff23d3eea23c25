import { Button, Group, Pill, Popover, Select, Stack, Switch, TextInput } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { DayFields, useFilterForm } from '../../parts/filter-form.js';
import { useT } from '../../texts/index.js';
import { CashierFilter, CustomerFilter } from './person-filters.js';
import { CHANNELS, FLAGS, MORE, useFilters } from './use-filters.js';

/** Day, till, person, channel, amount and flags, in a panel below a button. */
export function MoreFilters(): ReactNode {
  const t = useT();
  const { more } = useFilters();
  const [isOpen, setOpen] = useState(false);
  const count = Object.keys(more).length;
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={360} trapFocus>
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
      <Popover.Dropdown>
        <FilterForm onDone={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}

function FilterForm({ onDone }: { onDone: () => void }): ReactNode {
  const t = useT();
  const { more, set } = useFilters();
  const form = useFilterForm(MORE, more, next => {
    set(next);
    onDone();
  });
  const { values, field } = form;
  const choice = (name: 'channel' | 'flag', data: { value: string; label: string }[]) => (
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
      <Group grow wrap="nowrap">
        <DayFields values={values} field={field} />
      </Group>
      <TextInput {...field('terminal')} />
      <CashierFilter value={values.employee} onChange={value => form.set('employee', value)} />
      <CustomerFilter value={values.customer} onChange={value => form.set('customer', value)} />
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
      <TextInput type="number" min={0} max={23} step={1} {...field('hour')} />
      <Switch
        size="sm"
        label={t('sales.filter.counted')}
        checked={values.counted === 'true'}
        onChange={({ currentTarget: { checked } }) =>
          form.set('counted', checked ? 'true' : undefined)
        }
      />
      {(['category', 'product'] as const)
        .filter(name => values[name] !== undefined)
        .map(name => (
          <Pill
            key={name}
            withRemoveButton
            removeButtonProps={{
              'aria-label': `${t('list.clear')}: ${t(`sales.filter.${name}`)}`,
              'aria-hidden': false,
              tabIndex: 0,
            }}
            onRemove={() => form.set(name, undefined)}
          >
            {t(`sales.filter.${name}`)}
          </Pill>
        ))}
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
