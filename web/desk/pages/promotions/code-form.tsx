import { Alert, Group, NumberInput, Select, TextInput } from '@mantine/core';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { numberOrNull, SpanFields, typedOf, useSpan } from '../../parts/fields.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { useForm } from '../../state/use-form.js';
import { useT } from '../../texts/index.js';
import type { PromoCode } from '../../types.js';
import { usePromotions } from './use-promotions.js';

/** Creates or edits a code. The code itself cannot change, because it may be printed. */
export function CodeForm(props: { code?: PromoCode; onClose: () => void }): ReactNode {
  const { code, onClose } = props;
  const t = useT();
  const api = useApi();
  const span = useSpan(code);
  const form = useForm({
    start: () => ({
      code: code?.code ?? '',
      promotion_id: code?.promotion_id ?? '',
      usage_limit: typedOf(code?.usage_limit ?? null),
      per_customer_limit: typedOf(code?.per_customer_limit ?? null),
      ...span.start,
    }),
    check: draft => ({
      ...span.check(draft),
      ...(!/^[a-z0-9][a-z0-9_-]{0,49}$/i.test(draft.code.trim()) && { code: t('codes.shape') }),
    }),
    record: code && {
      type: 'promo-codes',
      id: code.id,
      path: `/promo-codes/${encodeURIComponent(code.code)}/`,
      shown: code,
    },
    save: (draft, condition) => {
      const body = {
        promotion_id: draft.promotion_id,
        usage_limit: numberOrNull(draft.usage_limit),
        per_customer_limit: numberOrNull(draft.per_customer_limit),
        ...span.body(draft),
      };
      return answer(
        code === undefined
          ? api.POST('/promo-codes/', { body: { code: draft.code.trim(), ...body } })
          : api.PATCH('/promo-codes/{code}/', {
              params: { path: { code: code.code } },
              body,
              ...condition,
            }),
      );
    },
    changes: [['codes']],
    done: saved => t('promotions.saved', { name: saved.code }),
    onClose,
  });
  const { code: typedCode, promotion_id: promotion } = form.draft;
  return (
    <FormDialog
      title={code?.code ?? t('codes.new')}
      size="lg"
      submit={t('app.save')}
      isReady={typedCode.trim() !== '' && promotion !== ''}
      {...form.dialog}
    >
      <TextInput
        label={t('codes.code')}
        description={t('codes.shape')}
        data-autofocus={code === undefined || undefined}
        disabled={code !== undefined}
        maxLength={50}
        autoCapitalize="characters"
        {...form.text('code')}
      />
      <PromotionField {...form.field('promotion_id')} />
      <Group grow align="flex-start">
        <Limit label={t('codes.limit')} {...form.field('usage_limit')} />
        <Limit label={t('codes.perCustomer')} {...form.field('per_customer_limit')} />
      </Group>
      <SpanFields from={form.text('starts_at')} to={form.text('ends_at')} />
    </FormDialog>
  );
}

function Limit(props: {
  label: string;
  value: number | string;
  onChange: (value: number | string) => void;
  error?: string;
}): ReactNode {
  const t = useT();
  return <NumberInput min={1} allowDecimal={false} placeholder={t('codes.unlimited')} {...props} />;
}

/** Offers only promotions that require a code. */
function PromotionField(props: {
  value: string;
  onChange: (id: string) => void;
  error?: string;
}): ReactNode {
  const t = useT();
  const promotions = usePromotions();
  const data = (promotions.data ?? [])
    .filter(({ requires_code }) => requires_code)
    .map(({ id, name }) => ({ value: id, label: name }));
  if (promotions.data !== undefined && data.length === 0) {
    return (
      <Alert color="brass" variant="light">
        {t('codes.needsPromotion')}
      </Alert>
    );
  }
  return (
    <Select
      label={t('codes.promotion')}
      searchable
      allowDeselect={false}
      data={data}
      value={props.value === '' ? null : props.value}
      onChange={id => props.onChange(id ?? '')}
      error={props.error}
    />
  );
}
