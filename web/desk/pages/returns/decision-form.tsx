import { Stack, Text, Textarea } from '@mantine/core';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { descriptionOf } from '../../../shared/description.js';
import { RETURN_REASONS } from '../../../shared/return-reasons.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { useForm } from '../../state/use-form.js';
import { useT } from '../../texts/index.js';
import type { Return } from '../../types.js';

export type Decision = 'approve' | 'reject';

/** Accepts or refuses a return, with a note that a customer of the shop gets by mail. */
export function DecisionForm(props: {
  one: Return;
  decision: Decision;
  onClose: () => void;
}): ReactNode {
  const { one, decision, onClose } = props;
  const t = useT();
  const api = useApi();
  const params = { path: { id: one.id } };
  const form = useForm({
    start: () => ({ decision_note: '' }),
    record: { type: 'returns', id: one.id, path: `/returns/${one.id}/`, shown: one },
    save: (body, condition) =>
      answer(
        decision === 'approve'
          ? api.POST('/returns/{id}/approve/', { params, body, ...condition })
          : api.POST('/returns/{id}/reject/', { params, body, ...condition }),
      ),
    changes: [['returns'], ['tasks']],
    done: () =>
      t(decision === 'approve' ? 'requests.approved' : 'requests.rejected', {
        number: one.return_number,
      }),
    onClose,
  });
  const reason = RETURN_REASONS.find(known => known === one.return_reason);
  return (
    <FormDialog
      title={t(`requests.${decision}.title`, { number: one.return_number })}
      submit={t(`requests.${decision}`)}
      isDestructive={decision === 'reject'}
      {...form.dialog}
    >
      <Stack gap={4}>
        {one.line_items.map(line => (
          <Text key={line.original_line_item} size="sm">
            {line.quantity} × {descriptionOf(line)}
          </Text>
        ))}
        <Text size="sm" c="dimmed">
          {reason === undefined ? one.return_reason : t(`returns.reason.${reason}`)}
        </Text>
        {one.notes !== '' && <Text size="sm">{one.notes}</Text>}
      </Stack>
      {one.requested_online && (
        <Textarea
          label={t('requests.note')}
          description={t('requests.note.hint')}
          autosize
          maxLength={1_000}
          data-autofocus
          {...form.text('decision_note')}
        />
      )}
    </FormDialog>
  );
}
