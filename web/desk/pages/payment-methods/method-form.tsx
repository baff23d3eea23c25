import { Group, Select, SimpleGrid, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { useKindNames } from '../../../shared/i18n/method-name.js';
import { AmountField, amountOrNull, type Typed, typedOf } from '../../parts/fields.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { PROCESSORS } from '../../processors.js';
import { useForm } from '../../state/use-form.js';
import { useT } from '../../texts/index.js';
import type { PaymentMethod } from '../../types.js';

type Kind = PaymentMethod['method_type'];
type ProcessorType = PaymentMethod['processor_type'];

const NONE = '-';

type Form = ReturnType<typeof useMethodForm>;

/** Creates a payment method, or changes all of it but its code. */
export function MethodForm(props: { method?: PaymentMethod; onClose: () => void }): ReactNode {
  const { method, onClose } = props;
  const t = useT();
  const form = useMethodForm(method, onClose);
  const { draft } = form;
  return (
    <FormDialog
      title={method?.name ?? t('methods.new')}
      size="lg"
      submit={t('app.save')}
      isReady={draft.name.trim() !== '' && draft.code.trim() !== ''}
      {...form.dialog}
    >
      <Group grow align="flex-start">
        <TextInput label={t('list.name')} data-autofocus maxLength={255} {...form.text('name')} />
        <TextInput
          label={t('methods.code')}
          description={t('methods.code.hint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxLength={50}
          disabled={method !== undefined}
          {...form.text('code')}
        />
      </Group>
      <KindFields form={form} isNew={method === undefined} />
      <LimitFields form={form} />
      <Switches form={form} />
      <Textarea
        label={t('methods.description')}
        description={t('methods.description.hint')}
        autosize
        maxLength={1000}
        {...form.text('description')}
      />
    </FormDialog>
  );
}

const startOf = (method: PaymentMethod | undefined) => ({
  code: method?.code ?? '',
  name: method?.name ?? '',
  method_type: method?.method_type ?? ('card' as Kind),
  processor_type: method?.processor_type ?? (null as ProcessorType),
  is_active: method?.is_active ?? true,
  is_online_available: method?.is_online_available ?? false,
  requires_reference: method?.requires_reference ?? false,
  minimum_amount: typedOf(method?.minimum_amount ?? null),
  maximum_amount: typedOf(method?.maximum_amount ?? null),
  description: method?.description ?? '',
  display_order: (method?.display_order ?? 0) as Typed,
});

function useMethodForm(method: PaymentMethod | undefined, onClose: () => void) {
  const t = useT();
  const api = useApi();
  return useForm({
    start: () => startOf(method),
    record: method && {
      type: 'payment-methods',
      id: method.id,
      path: `/payment-methods/${method.id}/`,
      shown: method,
    },
    save: ({ code, ...draft }, condition) => {
      const body = {
        ...draft,
        name: draft.name.trim(),
        processor_type: draft.method_type === 'card' ? draft.processor_type : null,
        minimum_amount: amountOrNull(draft.minimum_amount) ?? '0.00',
        maximum_amount: amountOrNull(draft.maximum_amount),
        display_order: Number(draft.display_order),
      };
      return answer(
        method === undefined
          ? api.POST('/payment-methods/', { body: { code: code.trim(), ...body } })
          : api.PATCH('/payment-methods/{id}/', {
              params: { path: { id: method.id } },
              body,
              ...condition,
            }),
      );
    },
    changes: [['payment-methods'], ['setup']],
    done: ({ name }) => t('methods.saved', { name }),
    onClose,
  });
}

function KindFields({ form, isNew }: { form: Form; isNew: boolean }): ReactNode {
  const t = useT();
  const kinds = useKindNames();
  const { draft } = form;
  return (
    <>
      <Select
        label={t('methods.kind')}
        data={Object.entries(kinds).map(([value, label]) => ({ value, label }))}
        allowDeselect={false}
        disabled={!isNew}
        value={draft.method_type}
        onChange={value => value !== null && form.set({ method_type: value as Kind })}
        error={form.errorOf('method_type')}
      />
      {draft.method_type === 'card' && (
        <Select
          label={t('methods.processor')}
          data={[{ value: NONE, label: t('methods.terminal') }, ...PROCESSORS]}
          allowDeselect={false}
          value={draft.processor_type ?? NONE}
          onChange={value =>
            form.set({ processor_type: value === NONE ? null : (value as ProcessorType) })
          }
          error={form.errorOf('processor_type')}
        />
      )}
    </>
  );
}

function LimitFields({ form }: { form: Form }): ReactNode {
  const t = useT();
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }}>
      <AmountField label={t('methods.minimum')} {...form.field('minimum_amount')} />
      <AmountField label={t('methods.maximum')} {...form.field('maximum_amount')} />
      <AmountField label={t('methods.order')} decimalScale={0} {...form.field('display_order')} />
    </SimpleGrid>
  );
}

function Switches({ form }: { form: Form }): ReactNode {
  const t = useT();
  const { draft } = form;
  return (
    <Stack gap="sm">
      <Switch
        label={t('methods.active')}
        checked={draft.is_active}
        onChange={event => form.set({ is_active: event.currentTarget.checked })}
      />
      <Switch
        label={t('methods.online')}
        checked={draft.is_online_available}
        onChange={event => form.set({ is_online_available: event.currentTarget.checked })}
      />
      {draft.method_type === 'card' && draft.processor_type === null && (
        <Switch
          label={t('methods.reference')}
          description={t('methods.reference.hint')}
          checked={draft.requires_reference}
          onChange={event => form.set({ requires_reference: event.currentTarget.checked })}
        />
      )}
    </Stack>
  );
}
