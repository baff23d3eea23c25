import { Button, Select, Text } from '@mantine/core';
import { IconId } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Empty } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { type Column, PagedTable } from '../../parts/data-table.js';
import { Panel } from '../../parts/page.js';
import { StatusTag, type Tone, useStatusText } from '../../parts/tag.js';
import { usePages } from '../../state/use-pages.js';
import { useT } from '../../texts/index.js';
import type { Credential } from '../../types.js';
import { CredentialForm } from './credential-form.js';

const STATUSES: Credential['status'][] = [
  'pending_employee_review',
  'pending_vendor_response',
  'pending_verification',
  'active',
  'rejected',
];

const TONES: Partial<Record<Credential['status'], Tone>> = {
  pending_employee_review: 'warn',
  pending_vendor_response: 'busy',
};

/** Identity checks of customers. The filter lists pending ones first. */
export function Credentials(): ReactNode {
  const t = useT();
  const api = useApi();
  const statusText = useStatusText();
  const [status, setStatus] = useState<Credential['status'] | null>(null);
  const [decided, setDecided] = useState<Credential>();
  const columns = useColumns(setDecided);
  const pages = usePages(['credentials', status], cursor =>
    api.GET('/compliance/kyc/credentials/', {
      params: { query: { status: status ?? undefined, cursor, etags: true } },
    }),
  );
  return (
    <>
      <Select
        mb="md"
        maw={280}
        aria-label={t('list.status')}
        placeholder={t('compliance.all')}
        clearable
        clearButtonProps={{ 'aria-label': t('list.clear') }}
        data={STATUSES.map(value => ({ value, label: statusText(value) }))}
        value={status}
        onChange={value => setStatus(value as Credential['status'] | null)}
      />
      <Panel isFlush>
        <PagedTable
          label={t('compliance.identity')}
          pages={pages}
          columns={columns}
          keyOf={({ id }) => id}
          empty={<Empty icon={<IconId size={28} />} title={t('compliance.identity.none')} />}
        />
      </Panel>
      {decided !== undefined && (
        <CredentialForm
          key={decided.id}
          credential={decided}
          onClose={() => setDecided(undefined)}
        />
      )}
    </>
  );
}

function useColumns(onDecide: (credential: Credential) => void): Column<Credential>[] {
  const t = useT();
  const format = useFormat();
  return [
    {
      head: t('compliance.customer'),
      cell: ({ user_name, credential_key }) => (
        <>
          <strong>{user_name}</strong>
          <Text size="xs" c="dimmed" className="desk-wrap">
            {credential_key}
          </Text>
        </>
      ),
    },
    {
      head: t('list.status'),
      cell: ({ status }) => <StatusTag status={status} tone={TONES[status]} />,
    },
    {
      head: t('compliance.changed'),
      from: 'sm',
      cell: ({ updated_at }) => format.dateTime(updated_at),
    },
    {
      head: t('list.actions'),
      isFigure: true,
      cell: credential => (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`${t('compliance.decide')}: ${credential.credential_key}`}
          onClick={() => onDecide(credential)}
        >
          {t('compliance.decide')}
        </Button>
      ),
    },
  ];
}
