import { Text, TextInput } from '@mantine/core';
import { newKey } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { useAction } from '../../state/use-action.js';
import { useT } from '../../texts/index.js';
import { cancelTransfer, sendTransfer, type Transfer } from './calls.js';

type Props = { transfer: Transfer; onClose: () => void };

/** Steps of a transfer change stock, which other pages show. */
export const CHANGES = [['transfers'], ['levels'], ['movements'], ['history']];

export function SendDialog({ transfer, onClose }: Props): ReactNode {
  const t = useT();
  const api = useApi();
  const [key] = useState(newKey);
  const { number } = transfer;
  const send = useAction(() => sendTransfer(api, transfer.id, key), {
    changes: CHANGES,
    done: () => t('transfers.send.done', { number }),
    onDone: onClose,
    quiet: true,
  });
  return (
    <FormDialog
      title={t('transfers.send.title', { number })}
      isOpen
      onClose={onClose}
      submit={t('transfers.send')}
      onSubmit={() => send.mutate(undefined)}
      isBusy={send.isPending}
      error={send.error}
    >
      <Text size="sm">{t('transfers.send.text', { store: transfer.from_store_name })}</Text>
    </FormDialog>
  );
}

export function CancelDialog({ transfer, onClose }: Props): ReactNode {
  const t = useT();
  const api = useApi();
  const [key] = useState(newKey);
  const [reason, setReason] = useState('');
  const { number } = transfer;
  const cancel = useAction(() => cancelTransfer(api, transfer.id, reason.trim(), key), {
    changes: CHANGES,
    done: () => t('transfers.cancel.done', { number }),
    onDone: onClose,
    quiet: true,
  });
  return (
    <FormDialog
      title={t('transfers.cancel.title', { number })}
      isOpen
      onClose={onClose}
      submit={t('transfers.cancel')}
      isDestructive
      isReady={reason.trim() !== ''}
      onSubmit={() => cancel.mutate(undefined)}
      isBusy={cancel.isPending}
      error={cancel.error}
    >
      <TextInput
        label={t('list.reason')}
        data-autofocus
        maxLength={500}
        value={reason}
        onChange={event => setReason(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
