import { Text, Textarea } from '@mantine/core';
import { newKey } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { useForm } from '../../state/use-form.js';
import { useT } from '../../texts/index.js';
import { blockAccount, type ValueAccount } from './calls.js';

export function BlockForm(props: {
  account: ValueAccount;
  name: string;
  onBlocked: (account: ValueAccount) => void;
  onClose: () => void;
}): ReactNode {
  const { account, name, onBlocked, onClose } = props;
  const t = useT();
  const api = useApi();
  const [key] = useState(newKey);
  const form = useForm({
    start: () => ({ reason: '' }),
    save: async ({ reason }) => {
      const blocked = await blockAccount(api, account.id, reason.trim(), key);
      onBlocked(blocked);
      return blocked;
    },
    changes: [['value-account', account.id]],
    done: () => t('value.blocked.done', { name }),
    onClose,
  });
  return (
    <FormDialog
      title={t('value.block.title', { name })}
      submit={t('value.block')}
      isDestructive
      isReady={form.draft.reason.trim() !== ''}
      {...form.dialog}
    >
      <Text size="sm">{t('value.block.text')}</Text>
      <Textarea
        label={t('list.reason')}
        data-autofocus
        autosize
        maxLength={500}
        {...form.text('reason')}
      />
    </FormDialog>
  );
}
