import { SegmentedControl, Text, Textarea, TextInput } from '@mantine/core';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { useI18n } from '../../../shared/i18n/index.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { useForm } from '../../state/use-form.js';
import { useT } from '../../texts/index.js';
import type { Review } from '../../types.js';

const DECISIONS = ['accept', 'refund', 'correct'] as const;
type Decision = (typeof DECISIONS)[number];

type Draft = {
  decision: Decision;
  note: string;
  processor_transaction_id: string;
  reference: string;
};

export function DecisionForm(props: { payment: Review; onClose: () => void }): ReactNode {
  const { payment, onClose } = props;
  const t = useT();
  const format = useFormat();
  const { language } = useI18n();
  const form = useDecision(payment, onClose);
  const { decision, note } = form.draft;
  const amount = format.money(payment.amount, payment.currency);
  // The service explains a reason in English; the texts of the desk have the short form.
  const explanation =
    language === 'en' ? payment.reason_text : t(`review.reason.${payment.reason}`);
  return (
    <FormDialog
      title={t('review.title', { amount, sale: payment.transaction })}
      submit={t(`review.decision.${decision}`)}
      isDestructive={decision === 'refund'}
      isReady={note.trim() !== ''}
      {...form.dialog}
      record={{ type: 'payments', id: payment.id }}
    >
      <Text size="sm">{explanation}</Text>
      <SegmentedControl
        fullWidth
        aria-label={t('review.decision')}
        value={decision}
        onChange={value => form.set({ decision: value as Decision })}
        data={DECISIONS.map(value => ({ value, label: t(`review.decision.${value}`) }))}
      />
      <Text size="sm" c="dimmed">
        {t(`review.${decision}.text`)}
      </Text>
      {decision === 'correct' && (
        <>
          <TextInput
            label={t('review.processorId')}
            maxLength={255}
            autoComplete="off"
            {...form.text('processor_transaction_id')}
          />
          <TextInput
            label={t('review.slip')}
            maxLength={100}
            autoComplete="off"
            {...form.text('reference')}
          />
        </>
      )}
      <Textarea
        label={t('review.note')}
        data-autofocus
        autosize
        minRows={2}
        maxLength={1000}
        {...form.text('note')}
      />
    </FormDialog>
  );
}

function useDecision(payment: Review, onClose: () => void) {
  const t = useT();
  const api = useApi();
  return useForm<Draft, { decision: Decision }>({
    start: () => ({
      decision: 'accept',
      note: '',
      processor_transaction_id: payment.processor_transaction_id ?? '',
      reference: '',
    }),
    save: draft => {
      const id = draft.processor_transaction_id.trim();
      const slip = draft.reference.trim();
      const corrected = {
        ...(id !== '' && { processor_transaction_id: id }),
        ...(slip !== '' && { reference: slip }),
      };
      return answer(
        api.POST('/payments/{id}/review/', {
          params: { path: { id: payment.id } },
          body: {
            decision: draft.decision,
            note: draft.note.trim(),
            ...(draft.decision === 'correct' && corrected),
          },
        }),
      );
    },
    changes: [['review'], ['tasks'], ['sale'], ['transactions']],
    done: ({ decision }) => t(`review.done.${decision}`),
    onClose,
  });
}
