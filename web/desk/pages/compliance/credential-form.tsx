import { SegmentedControl, Text, Textarea } from '@mantine/core';
import { answer, type Tillhouse } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { useStatusText } from '../../parts/tag.js';
import type { Condition } from '../../state/record-tags.js';
import { useForm } from '../../state/use-form.js';
import { useT } from '../../texts/index.js';
import type { Credential } from '../../types.js';

const DECISIONS = ['approve', 'reject'] as const;
type Decision = (typeof DECISIONS)[number];

type Sent = { decision: Decision; reason: string };

function send(api: Tillhouse, id: string, { decision, reason }: Sent, condition: Condition) {
  const body = reason.trim() === '' ? {} : { reason: reason.trim() };
  const call = { params: { path: { id } }, body, ...condition };
  return answer(
    decision === 'approve'
      ? api.POST('/compliance/kyc/credentials/{id}/approve/', call)
      : api.POST('/compliance/kyc/credentials/{id}/reject/', call),
  );
}

/** Approves or rejects the identity check; a decision can be changed later. */
export function CredentialForm(props: { credential: Credential; onClose: () => void }): ReactNode {
  const { credential, onClose } = props;
  const t = useT();
  const api = useApi();
  const statusText = useStatusText();
  const start: Decision = credential.status === 'active' ? 'reject' : 'approve';
  const form = useForm<Sent, Credential>({
    start: () => ({ decision: start, reason: '' }),
    record: {
      type: 'credentials',
      id: credential.id,
      path: `/compliance/kyc/credentials/${credential.id}/`,
      shown: credential,
    },
    save: (draft, condition) => send(api, credential.id, draft, condition),
    changes: [['credentials'], ['checks']],
    done: ({ status, user_name }) => `${user_name}: ${statusText(status)}`,
    onClose,
  });
  const { decision, reason } = form.draft;
  return (
    <FormDialog
      title={credential.user_name}
      submit={t(`compliance.${decision}`)}
      isDestructive={decision === 'reject'}
      isReady={decision === 'approve' || reason.trim() !== ''}
      {...form.dialog}
    >
      <Text size="sm">{statusText(credential.status)}</Text>
      {credential.rejectionReason !== null && (
        <Text size="sm">{t('compliance.rejected', { reason: credential.rejectionReason })}</Text>
      )}
      <SegmentedControl
        fullWidth
        aria-label={t('compliance.decide')}
        value={decision}
        onChange={value => form.set({ decision: value as Decision })}
        data={DECISIONS.map(value => ({ value, label: t(`compliance.${value}`) }))}
      />
      <Text size="sm" c="dimmed">
        {t(`compliance.${decision}.text`)}
      </Text>
      <Textarea
        label={t('list.reason')}
        autosize
        minRows={2}
        maxLength={500}
        {...form.text('reason')}
      />
    </FormDialog>
  );
}
