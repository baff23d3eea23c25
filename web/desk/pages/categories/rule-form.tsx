import { Button, Group, List, Select, Skeleton, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ApiError, answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Failed } from '../../../shared/components/states.js';
import { ConfirmButton } from '../../parts/confirm-button.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { tagged } from '../../state/record-tags.js';
import { useForm } from '../../state/use-form.js';
import { useT } from '../../texts/index.js';
import type { Collection } from '../../types.js';
import { RuleCondition } from './rule-condition.js';
import { bodyOf, draftOf, isReady, newCondition, type Rule, type RuleDraft } from './rule-draft.js';

const MAX_CONDITIONS = 20;
const CHANGES = [['collections'], ['collection-rule'], ['product-lookups'], ['products']];

type Props = { collection: Collection; onClose: () => void };

/** Loads the rule of a collection, if it has one, and lets a person change it. */
export function RuleForm(props: Props): ReactNode {
  const { collection, onClose } = props;
  const t = useT();
  const api = useApi();
  const rule = useQuery({
    queryKey: ['collection-rule', collection.id],
    queryFn: async (): Promise<Rule | null> => {
      const params = { path: { id: collection.id } };
      try {
        return await tagged(api.GET('/collections/{id}/rule/', { params }));
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  if (rule.data !== undefined) return <Form {...props} rule={rule.data} />;
  return (
    <FormDialog
      title={t('rules.title', { name: collection.name })}
      submit={t('app.save')}
      isOpen
      onClose={onClose}
      onSubmit={onClose}
      isBusy={false}
      isReady={false}
    >
      {rule.error ? <Failed error={rule.error} /> : <Skeleton height={160} />}
    </FormDialog>
  );
}

function Form({ collection, rule, onClose }: Props & { rule: Rule | null }): ReactNode {
  const { id, name } = collection;
  const t = useT();
  const api = useApi();
  const form = useForm({
    start: () => draftOf(rule),
    save: (draft, condition) =>
      answer(
        api.PUT('/collections/{id}/rule/', {
          params: { path: { id } },
          body: bodyOf(draft),
          ...condition,
        }),
      ),
    record:
      rule === null
        ? undefined
        : { type: 'collections', id, path: `/collections/${id}/rule/`, shown: rule },
    changes: CHANGES,
    done: () => t('rules.saved'),
    onClose,
  });
  return (
    <FormDialog
      title={t('rules.title', { name })}
      submit={t('app.save')}
      size="lg"
      isReady={isReady(form.draft)}
      {...form.dialog}
    >
      <Text size="sm" c="dimmed">
        {t('rules.text')}
      </Text>
      <Conditions draft={form.draft} onChange={form.set} errorOf={form.errorOf} />
      <Preview draft={form.draft} />
      {rule !== null && (
        <Group>
          <ConfirmButton
            label={t('rules.remove')}
            subject={name}
            title={t('rules.remove.title', { name })}
            text={t('rules.remove.text')}
            run={() => answer(api.DELETE('/collections/{id}/rule/', { params: { path: { id } } }))}
            changes={CHANGES}
            done={t('rules.removed', { name })}
            onDone={onClose}
          />
        </Group>
      )}
    </FormDialog>
  );
}

function Conditions(props: {
  draft: RuleDraft;
  onChange: (change: Partial<RuleDraft>) => void;
  errorOf: (name: string) => string | undefined;
}): ReactNode {
  const { draft, onChange, errorOf } = props;
  const { conditions } = draft;
  const t = useT();
  return (
    <>
      <Select
        label={t('rules.match')}
        allowDeselect={false}
        data={(['all', 'any'] as const).map(value => ({ value, label: t(`rules.match.${value}`) }))}
        value={draft.match}
        onChange={match => onChange({ match: match === 'any' ? 'any' : 'all' })}
      />
      {conditions.map((condition, index) => (
        <RuleCondition
          key={condition.key}
          value={condition}
          number={index + 1}
          onChange={changed =>
            onChange({ conditions: conditions.map(one => (one === condition ? changed : one)) })
          }
          onRemove={
            conditions.length > 1
              ? () => onChange({ conditions: conditions.filter(one => one !== condition) })
              : undefined
          }
          error={errorOf(`conditions.${index}`)}
        />
      ))}
      <Group>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPlus size={14} />}
          disabled={conditions.length >= MAX_CONDITIONS}
          onClick={() => onChange({ conditions: [...conditions, newCondition()] })}
        >
          {t('rules.add')}
        </Button>
      </Group>
    </>
  );
}

/** How many products match, and the first of them, while the rule is typed. */
function Preview({ draft }: { draft: RuleDraft }): ReactNode {
  const t = useT();
  const api = useApi();
  const isComplete = isReady(draft);
  const [body] = useDebouncedValue(isComplete ? JSON.stringify(bodyOf(draft)) : '', 300);
  const found = useQuery({
    queryKey: ['rule-preview', body],
    queryFn: () => answer(api.POST('/collections/preview/', { body: JSON.parse(body) })),
    enabled: body !== '',
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (!isComplete || body === '') {
    return (
      <Text size="sm" c="dimmed" role="status">
        {t('rules.matches.incomplete')}
      </Text>
    );
  }
  if (found.error) return <Failed error={found.error} />;
  if (found.data === undefined) return <Skeleton height={48} />;
  const { total, on_sale: sale, products } = found.data;
  return (
    <Stack gap={4} aria-busy={found.isPlaceholderData}>
      <Text size="sm" fw={600} role="status">
        {total === 0 ? t('rules.matches.none') : t('rules.matches', { count: total, sale })}
      </Text>
      <List size="sm" aria-label={t('rules.preview')}>
        {products.map(product => (
          <List.Item key={product.id}>
            {product.name}
            {!product.is_active && ` (${t('rules.draft')})`}
          </List.Item>
        ))}
      </List>
      {total > products.length && (
        <Text size="sm" c="dimmed">
          {t('rules.more', { count: total - products.length })}
        </Text>
      )}
    </Stack>
  );
}
