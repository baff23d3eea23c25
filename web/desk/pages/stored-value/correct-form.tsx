import { Button, Text, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { AmountField, amountOrNull, type Typed } from '../../parts/fields.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { useDesk } from '../../state/desk.js';
import { useSendOnce } from '../../state/send-once.js';
import { useForm } from '../../state/use-form.js';
import { useT } from '../../texts/index.js';
import { ApprovalStep, needsApproval } from './approval-step.js';
import { correctBalance, type ValueAccount } from './calls.js';

type Props = { account: ValueAccount; name: string };

/** For managers of the store that issued the card, while it can pay or was blocked by staff. */
export function CorrectButton({ account, name }: Props): ReactNode {
  const t = useT();
  const { storeOf } = useDesk();
  const [isOpen, setOpen] = useState(false);
  const isTakenBack = account.status === 'blocked' && account.block === null;
  const isOwn = account.store !== null && storeOf(account.store) !== undefined;
  if (!isOwn || isTakenBack || account.status === 'expired') return null;
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
        {t('value.correct')}
      </Button>
      {isOpen && <CorrectForm account={account} name={name} onClose={() => setOpen(false)} />}
    </>
  );
}

function CorrectForm({ account, name, onClose }: Props & { onClose: () => void }): ReactNode {
  const t = useT();
  const api = useApi();
  const format = useFormat();
  const [approval, setApproval] = useState<string>();
  const sendOnce = useSendOnce();
  const form = useForm({
    start: () => ({ amount: '' as Typed, reason: '' }),
    save: ({ amount, reason }) => {
      const body = {
        amount: amountOrNull(amount) ?? '0.00',
        reason: reason.trim(),
        approval_request_id: approval,
      };
      return sendOnce(body, key => correctBalance(api, account.id, body, key));
    },
    changes: [['value-account', account.id], ['value-accounts'], ['history', 'value-accounts']],
    done: ({ balance, currency }) =>
      t('value.correct.done', { name, balance: format.money(balance, currency) }),
    onClose,
  });
  const { draft, dialog } = form;
  const isWaiting = needsApproval(dialog.error);
  const after = Number(account.balance) + Number(draft.amount || 0);
  return (
    <FormDialog
      title={t('value.correct.title', { name })}
      submit={t('value.correct.submit')}
      isReady={Number(draft.amount) !== 0 && after >= 0 && draft.reason.trim() !== ''}
      {...dialog}
      error={isWaiting ? undefined : dialog.error}
    >
      <Text size="sm">
        {t('value.correct.text', { balance: format.money(account.balance, account.currency) })}
      </Text>
      <AmountField
        label={t('value.correct.amount')}
        description={t('value.correct.hint')}
        unit={account.currency}
        min={undefined}
        allowNegative
        data-autofocus
        {...form.field('amount')}
      />
      {draft.amount !== '' && (
        <Text size="sm" c={after < 0 ? 'red' : 'dimmed'} role="status">
          {t('value.correct.after', {
            balance: format.money(after.toFixed(2), account.currency),
          })}
        </Text>
      )}
      <Textarea label={t('list.reason')} autosize maxLength={500} {...form.text('reason')} />
      {isWaiting && (
        <ApprovalStep
          key={String(draft.amount)}
          wanted={{
            amount: (amountOrNull(draft.amount) ?? '0.00').replace('-', ''),
            reason: draft.reason.trim(),
            storeId: account.store ?? '',
            details: {
              account_id: account.id,
              change: Number(draft.amount) < 0 ? 'take_off' : 'add',
              card: name,
            },
          }}
          onApproved={setApproval}
        />
      )}
    </FormDialog>
  );
}
