import { Switch, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answer, newKey, once } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { useForm } from '../../state/use-form.js';
import { useT } from '../../texts/index.js';
import type { Cancellation, Fulfillment } from '../../types.js';

/** Asks for the reason, and whether the money and the goods go back. */
export function CancelDialog(props: { one: Fulfillment; onClose: () => void }): ReactNode {
  const { one, onClose } = props;
  const t = useT();
  const api = useApi();
  const [key] = useState(newKey);
  const params = { path: { id: one.id } };
  const preview = useQuery({
    queryKey: ['fulfillments', one.id, 'cancellation'],
    queryFn: () => answer(api.GET('/fulfillments/{id}/cancellation/', { params })),
  });
  const form = useForm({
    start: () => ({ reason: '', refund: true, restock: true }),
    save: body => answer(api.POST('/fulfillments/{id}/cancel/', { params, body, ...once(key) })),
    changes: [['fulfillments'], ['sale', one.transaction], ['transactions']],
    done: () =>
      t('fulfillments.moved', { id: one.transaction, step: t('fulfillments.did.cancel') }),
    onClose,
  });
  const { draft } = form;
  const plan = preview.data;
  const hasGoods = plan !== undefined && plan.items.length > 0;
  return (
    <FormDialog
      title={t('fulfillments.cancel', { id: one.transaction })}
      submit={t('fulfillments.cancel.submit')}
      isDestructive
      isReady={draft.reason.trim() !== '' && plan !== undefined}
      {...form.dialog}
      error={form.dialog.error ?? preview.error}
    >
      <TextInput
        label={t('list.reason')}
        description={t('fulfillments.cancel.reason')}
        data-autofocus
        maxLength={500}
        {...form.text('reason')}
      />
      {hasGoods && !plan.ends_sale && (
        <>
          <Switch
            label={t('fulfillments.cancel.refund')}
            checked={draft.refund}
            onChange={event => form.set({ refund: event.currentTarget.checked })}
          />
          <Switch
            label={t('fulfillments.cancel.restock')}
            checked={draft.restock}
            onChange={event => form.set({ restock: event.currentTarget.checked })}
          />
        </>
      )}
      {plan !== undefined && <Outcome plan={plan} isRefunded={draft.refund} />}
    </FormDialog>
  );
}

/** Goods sold by measure, which have a unit, count as one. */
const piecesOf = ({ quantity, unit }: { quantity: number; unit?: string }): number =>
  unit === undefined ? quantity : 1;

function Outcome({ plan, isRefunded }: { plan: Cancellation; isRefunded: boolean }): ReactNode {
  const t = useT();
  const { money } = useFormat();
  const amount = money(isRefunded ? plan.refund_amount : '0', plan.currency);
  const count = plan.items.reduce((sum, item) => sum + piecesOf(item), 0);
  return (
    <Text size="sm" role="status">
      {plan.items.length === 0
        ? t('fulfillments.cancel.nothing')
        : t(plan.ends_sale ? 'fulfillments.cancel.ends' : 'fulfillments.cancel.amount', {
            amount,
            count,
          })}
    </Text>
  );
}
