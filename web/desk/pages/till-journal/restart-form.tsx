import { Select, Text, Textarea } from '@mantine/core';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { useForm } from '../../state/use-form.js';
import { useT } from '../../texts/index.js';
import { useTills } from '../tills/use-tills.js';

/** Closes the chain of a till's journal, which is kept, and lets the till begin a new one. */
export function RestartForm({ onClose }: { onClose: () => void }): ReactNode {
  const t = useT();
  const api = useApi();
  const { data: tills = [] } = useTills();
  const form = useForm({
    start: () => ({ terminal: null as string | null, reason: '' }),
    save: ({ terminal, reason }) => {
      const params = { path: { terminal_id: terminal ?? '' } };
      return answer(
        api.POST('/terminals/{terminal_id}/restart-journal/', { params, body: { reason } }),
      );
    },
    changes: [['till-journal'], ['tasks']],
    done: ({ terminal_id: till, chain }) => t('tillJournal.restarted', { till, chain }),
    onClose,
  });
  const { terminal, reason } = form.draft;
  return (
    <FormDialog
      title={t('tillJournal.restart')}
      submit={t('tillJournal.restart')}
      isDestructive
      isReady={terminal !== null && reason.trim() !== ''}
      {...form.dialog}
    >
      <Text size="sm">{t('tillJournal.restart.text')}</Text>
      <Select
        label={t('tillJournal.till')}
        data={tills.map(({ id }) => id)}
        searchable
        data-autofocus
        {...form.field('terminal')}
      />
      <Textarea
        label={t('tillJournal.reason')}
        description={t('tillJournal.restart.hint')}
        autosize
        minRows={2}
        maxLength={500}
        {...form.text('reason')}
      />
    </FormDialog>
  );
}
