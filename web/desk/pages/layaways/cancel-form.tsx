import { Checkbox, Stack, Text, TextInput } from '@mantine/core';
import { newKey } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { formatMoney, minor } from '../../../../src/platform/money.js';
import { useApi } from '../../../shared/api/index.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { LabelledValue } from '../../parts/page.js';
import { useDesk } from '../../state/desk.js';
import { useForm } from '../../state/use-form.js';
import { useT } from '../../texts/index.js';
import type { Sale } from '../../types.js';
import { CashSource, useHasCash } from '../transactions/cash-source.js';
import { cancelLayaway, type Layaway } from './calls.js';

type Props = { layaway: Layaway; sale: Sale; onClose: () => void };

/** Cancels the layaway: the goods are on sale again, the fee is kept, the rest goes back. */
export function CancelForm({ layaway, sale, onClose }: Props): ReactNode {
  const t = useT();
  const api = useApi();
  const { storeOf } = useDesk();
  const hasCash = useHasCash(sale, true);
  const [shift, setShift] = useState<string>();
  const [key] = useState(newKey);
  const storeFee = minor(storeOf(layaway.store)?.layaway_fee ?? '0.00', layaway.currency);
  const paidMinor = minor(layaway.total_paid, layaway.currency);
  const form = useForm({
    start: () => ({ reason: '', waive_fee: false }),
    save: ({ reason, waive_fee }) =>
      cancelLayaway(
        api,
        layaway.id,
        { reason: reason.trim(), waive_fee, ...(hasCash && shift && { shift_id: shift }) },
        `${key}-${waive_fee}-${shift ?? ''}`,
      ),
    changes: [['layaway'], ['layaways'], ['sale'], ['levels']],
    done: () => t('layaways.cancelled', { number: layaway.transaction_id }),
    onClose,
  });
  const feeMinor = form.draft.waive_fee ? 0 : Math.min(storeFee, paidMinor);
  return (
    <FormDialog
      title={t('layaways.cancel.title', { number: layaway.transaction_id })}
      submit={t('layaways.cancel')}
      isDestructive
      isReady={form.draft.reason.trim() !== ''}
      {...form.dialog}
    >
      <Text size="sm">{t('layaways.cancel.text')}</Text>
      <TextInput label={t('list.reason')} data-autofocus maxLength={500} {...form.text('reason')} />
      {storeFee > 0 && (
        <Checkbox
          label={t('layaways.waive')}
          checked={form.draft.waive_fee}
          onChange={event => form.set({ waive_fee: event.currentTarget.checked })}
        />
      )}
      <Back paidMinor={paidMinor} feeMinor={feeMinor} currency={layaway.currency} />
      {hasCash && <CashSource sale={sale} shift={shift} onChange={setShift} />}
    </FormDialog>
  );
}

/** What the customer gets back. */
function Back(props: { paidMinor: number; feeMinor: number; currency: string }): ReactNode {
  const { paidMinor, feeMinor, currency } = props;
  const t = useT();
  const format = useFormat();
  return (
    <Stack gap={4}>
      <LabelledValue label={t('layaways.paid')}>
        {format.money(formatMoney(paidMinor, currency))}
      </LabelledValue>
      <LabelledValue label={t('layaways.fee')}>
        {format.money(formatMoney(-feeMinor, currency))}
      </LabelledValue>
      <LabelledValue label={t('layaways.back')} isStrong>
        {format.money(formatMoney(paidMinor - feeMinor, currency))}
      </LabelledValue>
    </Stack>
  );
}
