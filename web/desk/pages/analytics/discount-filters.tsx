import { Group, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { useT } from '../../texts/index.js';

const ORIGINS = ['promotion', 'code', 'manual', 'loyalty'] as const;
type Origin = (typeof ORIGINS)[number];

/** Query parameters of the report. */
export type Filters = { origin?: Origin; employee?: string };
export type FilterProps = { value: Filters; onChange: (filters: Filters) => void };

const TYPING_MS = 300;

export function DiscountFilters({ value, onChange }: FilterProps): ReactNode {
  const t = useT();
  const [employee, setEmployee] = useState(value.employee ?? '');
  const search = useDebouncedCallback(
    (typed: string) => onChange({ ...value, employee: typed.trim() || undefined }),
    TYPING_MS,
  );
  return (
    <Group gap="sm">
      <Select
        w={240}
        label={t('reports.origin')}
        placeholder={t('reports.origin.all')}
        data={ORIGINS.map(origin => ({ value: origin, label: t(`reports.origin.${origin}`) }))}
        value={value.origin ?? null}
        onChange={origin => onChange({ ...value, origin: (origin as Origin | null) ?? undefined })}
        clearable
      />
      <TextInput
        w={200}
        label={t('reports.employee')}
        maxLength={100}
        value={employee}
        onChange={({ currentTarget: { value: typed } }) => {
          setEmployee(typed);
          search(typed);
        }}
      />
    </Group>
  );
}
