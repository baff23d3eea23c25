import { Select, Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { all, answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { AmountField, type Typed } from '../../parts/fields.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { useForm } from '../../state/use-form.js';
import { useT } from '../../texts/index.js';
import type { Category } from '../../types.js';
import { LABELS, type Label, type LabelKind } from './labels.js';
import { pathsOf } from './paths.js';

const CHANGES = [['categories'], ['brands'], ['collections'], ['product-lookups']];

export function CategoryForm(props: { category?: Category; onClose: () => void }): ReactNode {
  const { category, onClose } = props;
  const t = useT();
  const api = useApi();
  const form = useForm({
    start: () => ({
      name: category?.name ?? '',
      parent_id: category?.parent_id ?? (null as string | null),
      sort_order: (category?.sort_order ?? 0) as Typed,
      is_active: category?.is_active ?? true,
    }),
    record: category && {
      type: 'categories',
      id: category.id,
      path: `/categories/${category.id}/`,
      shown: category,
    },
    save: (draft, condition) => {
      const body = {
        ...draft,
        name: draft.name.trim(),
        sort_order: Number(draft.sort_order),
      };
      return answer(
        category === undefined
          ? api.POST('/categories/', { body })
          : api.PATCH('/categories/{id}/', {
              params: { path: { id: category.id } },
              body,
              ...condition,
            }),
      );
    },
    changes: CHANGES,
    done: ({ name }) => t('categories.saved', { name }),
    onClose,
  });
  return (
    <FormDialog
      title={category?.name ?? t('categories.new')}
      submit={t('app.save')}
      isReady={form.draft.name.trim() !== ''}
      {...form.dialog}
    >
      <TextInput label={t('list.name')} data-autofocus maxLength={255} {...form.text('name')} />
      <ParentField own={category?.id} {...form.field('parent_id')} />
      <AmountField label={t('categories.order')} decimalScale={0} {...form.field('sort_order')} />
      <Switch
        label={t('categories.active')}
        checked={form.draft.is_active}
        onChange={event => form.set({ is_active: event.currentTarget.checked })}
      />
    </FormDialog>
  );
}

function ParentField(props: {
  own: string | undefined;
  value: string | null;
  onChange: (id: string | null) => void;
  error?: string;
}): ReactNode {
  const { own, ...field } = props;
  const t = useT();
  const api = useApi();
  const { data = [] } = useQuery({
    queryKey: ['categories'],
    queryFn: () =>
      all(cursor =>
        api.GET('/categories/', { params: { query: { cursor, limit: 200, etags: true } } }),
      ),
  });
  const choices = [...pathsOf(data)]
    .filter(([value]) => value !== own)
    .map(([value, label]) => ({ value, label }))
    .toSorted((one, other) => one.label.localeCompare(other.label));
  return (
    <Select
      label={t('categories.parent')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('list.clear') }}
      data={choices}
      {...field}
    />
  );
}

export function LabelForm(props: {
  kind: LabelKind;
  label?: Label;
  onClose: () => void;
}): ReactNode {
  const { kind, label, onClose } = props;
  const t = useT();
  const api = useApi();
  const form = useForm({
    start: () => ({ name: label?.name ?? '', is_active: label?.is_active ?? true }),
    record: label && {
      type: kind,
      id: label.id,
      path: `/${kind}/${label.id}/`,
      shown: label,
    },
    save: (draft, condition) => {
      const body = { ...draft, name: draft.name.trim() };
      const { create, change } = LABELS[kind];
      return label === undefined ? create(api, body) : change(api, label.id, body, condition);
    },
    changes: CHANGES,
    done: ({ name }) => t('categories.saved', { name }),
    onClose,
  });
  return (
    <FormDialog
      title={label?.name ?? t(`${kind}.new`)}
      submit={t('app.save')}
      isReady={form.draft.name.trim() !== ''}
      {...form.dialog}
    >
      <TextInput label={t('list.name')} data-autofocus maxLength={255} {...form.text('name')} />
      <Switch
        label={t('categories.active')}
        checked={form.draft.is_active}
        onChange={event => form.set({ is_active: event.currentTarget.checked })}
      />
    </FormDialog>
  );
}
