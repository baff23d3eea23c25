import { ActionIcon, Group, MultiSelect, Select, Stack, TagsInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { all } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { AmountField } from '../../parts/fields.js';
import { useDesk } from '../../state/desk.js';
import { useT } from '../../texts/index.js';
import { pathsOf } from './paths.js';
import { type ConditionDraft, KINDS, type Kind, newCondition } from './rule-draft.js';

type Choice = { value: string; label: string };

/** Categories with those above them, brands and suppliers, by name. */
function useChoices(): Partial<Record<Kind, Choice[]>> {
  const api = useApi();
  const { may } = useDesk();
  const page = (cursor: string | undefined) => ({ params: { query: { cursor, limit: 200 } } });
  const plain = ({ id, name }: { id: string; name: string }): Choice => ({
    value: id,
    label: name,
  });
  const categories = useQuery({
    queryKey: ['categories'],
    queryFn: () => all(cursor => api.GET('/categories/', page(cursor))),
  });
  const brands = useQuery({
    queryKey: ['brands'],
    queryFn: () => all(cursor => api.GET('/brands/', page(cursor))),
  });
  const suppliers = useQuery({
    queryKey: ['suppliers', 'all'],
    queryFn: () => all(cursor => api.GET('/suppliers/', page(cursor))),
    enabled: may('delivery.manage'),
  });
  return {
    category: [...pathsOf(categories.data ?? [])]
      .map(([value, label]) => ({ value, label }))
      .toSorted((one, other) => one.label.localeCompare(other.label)),
    brand: brands.data?.map(plain),
    supplier: suppliers.data?.map(plain),
  };
}

/** One condition: what it is about, and the values that fit. */
export function RuleCondition(props: {
  value: ConditionDraft;
  number: number;
  onChange: (condition: ConditionDraft) => void;
  /** Undefined: it is the only one. */
  onRemove?: () => void;
  error?: string;
}): ReactNode {
  const { value: condition, number, onChange, onRemove, error } = props;
  const t = useT();
  return (
    <Stack gap="xs" role="group" aria-label={t('rules.condition', { number })}>
      <Group align="flex-end" wrap="nowrap">
        <Select
          flex={1}
          label={t('rules.condition', { number })}
          allowDeselect={false}
          data={KINDS.map(kind => ({ value: kind, label: t(`rules.kind.${kind}`) }))}
          value={condition.kind}
          onChange={kind =>
            onChange({ ...newCondition((kind ?? 'category') as Kind), key: condition.key })
          }
        />
        {onRemove !== undefined && (
          <ActionIcon
            size="input-sm"
            variant="default"
            aria-label={t('rules.removeCondition', { number })}
            onClick={onRemove}
          >
            <IconTrash size={16} />
          </ActionIcon>
        )}
      </Group>
      <Values {...{ condition, onChange, error }} />
    </Stack>
  );
}

function Values(props: {
  condition: ConditionDraft;
  onChange: (condition: ConditionDraft) => void;
  error?: string;
}): ReactNode {
  const { condition, onChange, error } = props;
  const t = useT();
  const choices = useChoices();
  const set = (change: Partial<ConditionDraft>): void => onChange({ ...condition, ...change });
  switch (condition.kind) {
    case 'price':
      return (
        <Group grow align="flex-start">
          <AmountField
            label={t('rules.from')}
            value={condition.from}
            onChange={from => set({ from })}
            error={error}
          />
          <AmountField label={t('rules.to')} value={condition.to} onChange={to => set({ to })} />
        </Group>
      );
    case 'new':
      return (
        <AmountField
          label={t('rules.days')}
          decimalScale={0}
          value={condition.days}
          onChange={days => set({ days })}
          error={error}
        />
      );
    case 'tag':
      return (
        <TagsInput
          label={t('rules.values')}
          placeholder={condition.values.length === 0 ? t('rules.tag.hint') : undefined}
          value={condition.values}
          onChange={values => set({ values })}
          error={error}
        />
      );
    default:
      return (
        <MultiSelect
          label={t('rules.values')}
          searchable
          hidePickedOptions
          data={choices[condition.kind] ?? []}
          value={condition.values}
          onChange={values => set({ values })}
          error={error}
        />
      );
  }
}
