import { ActionIcon, Group, MultiSelect, Select, Stack, TagsInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { all } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { AmountField } from '../../parts/fields.js';
import { useDesk } from '../../state/desk.js';
import { useT } from '../../texts/index.js';
import { type Choice, choiceOf, useLookups } from '../products/use-lookups.js';
import { type ConditionDraft, KINDS, type Kind, newCondition } from './rule-draft.js';

/** Categories with those above them, brands and suppliers, by name. */
function useChoices(): Partial<Record<Kind, Choice[]>> {
  const api = useApi();
  const { may } = useDesk();
  const { data: lookups } = useLookups();
  const suppliers = useQuery({
    queryKey: ['suppliers', 'all'],
    queryFn: () =>
      all(cursor => api.GET('/suppliers/', { params: { query: { cursor, limit: 200 } } })),
    enabled: may('delivery.manage'),
  });
  return {
    category: lookups?.categories,
    brand: lookups?.brands,
    supplier: suppliers.data?.map(choiceOf),
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
