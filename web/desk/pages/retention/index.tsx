import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { useApi } from '../../../shared/api/index.js';
import { Show } from '../../../shared/components/states.js';
import { type Column, DataTable } from '../../parts/data-table.js';
import { Page, Panel } from '../../parts/page.js';
import { LongText, NameCell } from '../../parts/row.js';
import { Tag } from '../../parts/tag.js';
import { useDesk } from '../../state/desk.js';
import { useT } from '../../texts/index.js';
import type { Retention } from '../../types.js';
import { RetentionForm } from './retention-form.js';
import { useRetentionText } from './use-retention-text.js';

/** What is kept how long. Periods that law or the service fix are shown with their reason. */
export default function RetentionPage(): ReactNode {
  const t = useT();
  const api = useApi();
  const [edited, setEdited] = useState<Retention>();
  const columns = useColumns(setEdited);
  const list = useQuery({
    queryKey: ['retention'],
    queryFn: () => answer(api.GET('/retention/')),
  });
  return (
    <Page title={t('nav.retention')} text={t('retention.text')}>
      <Panel title={t('retention.customers')}>
        <Text size="sm">
          {t('retention.customers.text')}{' '}
          <Link href="/store-settings" className="desk-link">
            {t('retention.customers.link')}
          </Link>
        </Text>
      </Panel>
      <Panel isFlush>
        <Show query={list}>
          {rows => (
            <DataTable
              label={t('nav.retention')}
              rows={rows}
              columns={columns}
              keyOf={({ kind }) => kind}
            />
          )}
        </Show>
      </Panel>
      {edited !== undefined && (
        <RetentionForm key={edited.kind} retention={edited} onClose={() => setEdited(undefined)} />
      )}
    </Page>
  );
}

function useColumns(onEdit: (retention: Retention) => void): Column<Retention>[] {
  const t = useT();
  const { may } = useDesk();
  const { nameOf, aboutOf, keptOf } = useRetentionText();
  return [
    {
      head: t('list.name'),
      cell: one => (
        <LongText>
          <NameCell name={nameOf(one)} about={[aboutOf(one)]} />
        </LongText>
      ),
    },
    {
      // One column, so that a phone shows the period and its button.
      head: t('retention.kept'),
      isFigure: true,
      cell: one => (
        <Stack gap={4} align="flex-end">
          <Text size="sm" fw={600}>
            {keptOf(one.days)}
          </Text>
          {one.is_fixed ? (
            <Tag tone="calm">{t('retention.fixed')}</Tag>
          ) : (
            may('ops.manage') && (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`${t('retention.edit')}: ${nameOf(one)}`}
                onClick={() => onEdit(one)}
              >
                {t('retention.edit')}
              </Button>
            )
          )}
        </Stack>
      ),
    },
  ];
}
