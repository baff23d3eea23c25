import { Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { useSendOnce } from '../../state/send-once.js';
import { useAction } from '../../state/use-action.js';
import { useT } from '../../texts/index.js';
import { type Count, moveCount, type Step } from './calls.js';

/** Asks before a count ends, is counted again, approved or cancelled. */
export function StepDialog(props: { count: Count; step: Step; onClose: () => void }): ReactNode {
  const { count, step, onClose } = props;
  const { number } = count;
  const t = useT();
  const api = useApi();
  const sendOnce = useSendOnce();
  const [reason, setReason] = useState('');
  const hasReason = step === 'approve' || step === 'cancel';
  const send = () => {
    const body = { reason: reason.trim() };
    return sendOnce(body, key => moveCount(api, count.id, step, body.reason, key));
  };
  const move = useAction(send, {
    changes: [['counts'], ['count-lines'], ['levels'], ['movements'], ['history']],
    done: () => t(`counts.${step}.done`, { number }),
    onDone: onClose,
    quiet: true,
  });
  return (
    <FormDialog
      title={t(`counts.${step}.title`, { number })}
      isOpen
      onClose={onClose}
      submit={t(`counts.${step}`)}
      isDestructive={step === 'cancel'}
      isReady={!hasReason || reason.trim() !== ''}
      onSubmit={() => move.mutate(undefined)}
      isBusy={move.isPending}
      error={move.error}
    >
      <Text size="sm">{t(`counts.${step}.text`)}</Text>
      {hasReason && (
        <TextInput
          label={t('list.reason')}
          data-autofocus
          maxLength={500}
          value={reason}
          onChange={event => setReason(event.currentTarget.value)}
        />
      )}
    </FormDialog>
  );
}
