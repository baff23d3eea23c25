import { Text, TextInput } from '@mantine/core';
import { newKey } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { useAction } from '../../state/use-action.js';
import { useT } from '../../texts/index.js';
import { type Count, moveCount, type Step } from './calls.js';

/** Asks before a count ends, is counted again, approved or cancelled. */
export function StepDialog(props: { count: Count; step: Step; onClose: () => void }): ReactNode {
  const { count, step, onClose } = props;
  const { number } = count;
  const t = useT();
  const api = useApi();
  const [key, setKey] = useState(newKey);
  const [reason, setReason] = useState('');
  const hasReason = step === 'approve' || step === 'cancel';
  const move = useAction(() => moveCount(api, count.id, step, reason.trim(), key), {
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
      onSubmit={() => move.mutate(undefined, { onError: () => setKey(newKey()) })}
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
