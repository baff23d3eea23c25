import { Code, SegmentedControl, Text, Textarea } from '@mantine/core';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { useI18n } from '../../../shared/i18n/index.js';
import { refusalText } from '../../../shared/i18n/refusals.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { useForm } from '../../state/use-form.js';
import { useT } from '../../texts/index.js';
import type { JournalEntry } from '../../types.js';
import { useKind } from './use-kind.js';

const DECISIONS = ['retry', 'settle'] as const;
type Decision = (typeof DECISIONS)[number];
type Draft = { decision: Decision; reason: string };

/** Books a held entry again, or closes it with a reason. */
export function DecisionForm(props: { entry: JournalEntry; onClose: () => void }): ReactNode {
  const { entry, onClose } = props;
  const t = useT();
  const format = useFormat();
  const kindOf = useKind();
  const { language } = useI18n();
  const form = useDecision(entry, onClose);
  const { decision, reason } = form.draft;
  const why = refusalText(language, { code: entry.reason ?? '', message: entry.message ?? '' });
  return (
    <FormDialog
      title={t('tillJournal.title', { till: entry.terminal_id, counter: entry.counter })}
      submit={t(`tillJournal.decision.${decision}`)}
      isDestructive={decision === 'settle'}
      isReady={decision === 'retry' || reason.trim() !== ''}
      {...form.dialog}
    >
      <Text fw={650}>
        {kindOf(entry.kind)} · {format.dateTime(entry.booked_at)}
      </Text>
      <Text size="sm">{why}</Text>
      <Text size="sm" c="dimmed" id="entry-content">
        {t('tillJournal.content')}
      </Text>
      <Code block mah={220} aria-labelledby="entry-content" tabIndex={0} role="region">
        {JSON.stringify(entry.data, null, 2)}
      </Code>
      <SegmentedControl
        fullWidth
        aria-label={t('tillJournal.decision')}
        value={decision}
        onChange={value => form.set({ decision: value as Decision })}
        data={DECISIONS.map(value => ({ value, label: t(`tillJournal.decision.${value}`) }))}
      />
      <Text size="sm" c="dimmed">
        {t(`tillJournal.${decision}.text`)}
      </Text>
      {decision === 'settle' && (
        <Textarea
          label={t('tillJournal.reason')}
          data-autofocus
          autosize
          minRows={2}
          maxLength={500}
          {...form.text('reason')}
        />
      )}
    </FormDialog>
  );
}

function useDecision(entry: JournalEntry, onClose: () => void) {
  const t = useT();
  const api = useApi();
  const params = { path: { id: entry.id } };
  return useForm<Draft, JournalEntry>({
    start: () => ({ decision: 'retry', reason: '' }),
    save: ({ decision, reason }) =>
      decision === 'retry'
        ? answer(api.POST('/pos/journal/{id}/retry/', { params }))
        : answer(api.POST('/pos/journal/{id}/settle/', { params, body: { reason } })),
    changes: [['till-journal'], ['tasks'], ['transactions'], ['shifts']],
    done: ({ status, counter }) =>
      t(status === 'settled' ? 'tillJournal.done.settled' : 'tillJournal.done.accepted', {
        counter,
      }),
    onClose,
  });
}
