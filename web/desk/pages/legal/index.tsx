import { Button, Stack, Text } from '@mantine/core';
import { IconScale } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Empty, Show } from '../../../shared/components/states.js';
import { LANGUAGES } from '../../../shared/i18n/index.js';
import { CopySettings } from '../../parts/copy-settings/index.js';
import { type Column, DataTable } from '../../parts/data-table.js';
import { Page, Panel } from '../../parts/page.js';
import { useDesk } from '../../state/desk.js';
import { tagged } from '../../state/record-tags.js';
import { useT } from '../../texts/index.js';
import type { GetResponse, Store } from '../../types.js';
import { TextForm } from './text-form.js';

export type LegalTexts = GetResponse<'/legal-texts/{store}/'>;
export type LegalText = LegalTexts['texts'][number];

/** What the shop of a store must publish. */
export default function LegalPage(): ReactNode {
  const t = useT();
  const { store } = useDesk();
  return (
    <Page
      title={t('nav.legal')}
      text={t('legal.text')}
      actions={store && <CopySettings store={store} sections={['legal_texts']} />}
    >
      {store === undefined ? (
        <Panel>
          <Empty icon={<IconScale size={28} />} title={t('legal.oneStore')} />
        </Panel>
      ) : (
        <Texts key={store.id} store={store} />
      )}
    </Page>
  );
}

function Texts({ store }: { store: Store }): ReactNode {
  const t = useT();
  const api = useApi();
  const [edited, setEdited] = useState<LegalText>();
  const query = useQuery({
    queryKey: ['legal-texts', store.id],
    queryFn: () =>
      tagged(api.GET('/legal-texts/{store}/', { params: { path: { store: store.id } } })),
  });
  const { nameOf, columns } = useColumns(setEdited);
  return (
    <Show query={query}>
      {record =>
        record && (
          <>
            <Panel isFlush>
              <DataTable
                label={t('nav.legal')}
                rows={record.texts}
                columns={columns}
                keyOf={text => `${text.kind}-${text.language}`}
              />
            </Panel>
            {edited !== undefined && (
              <TextForm
                store={store}
                record={record}
                text={edited}
                title={nameOf(edited)}
                onClose={() => setEdited(undefined)}
              />
            )}
          </>
        )
      }
    </Show>
  );
}

function useColumns(onEdit: (text: LegalText) => void) {
  const t = useT();
  const nameOf = ({ kind, language }: LegalText): string =>
    `${t(`legal.${kind}`)}, ${LANGUAGES[language]}`;
  const columns: Column<LegalText>[] = [
    {
      head: t('list.name'),
      cell: text => (
        <Stack gap={2}>
          <strong>{nameOf(text)}</strong>
          <Text size="sm" c="dimmed" lineClamp={2} lang={text.language} data-excerpt>
            {text.body.replaceAll('# ', '')}
          </Text>
        </Stack>
      ),
    },
    {
      head: t('list.status'),
      from: 'sm',
      cell: text => t(text.is_default ? 'legal.default' : 'legal.own'),
    },
    {
      head: t('list.actions'),
      isFigure: true,
      cell: text => (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`${t('legal.edit')}: ${nameOf(text)}`}
          onClick={() => onEdit(text)}
        >
          {t('legal.edit')}
        </Button>
      ),
    },
  ];
  return { nameOf, columns };
}
