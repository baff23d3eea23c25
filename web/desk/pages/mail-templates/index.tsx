import { Button } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Empty, Show } from '../../../shared/components/states.js';
import { CopySettings } from '../../parts/copy-settings/index.js';
import { type Column, DataTable } from '../../parts/data-table.js';
import { Page, Panel } from '../../parts/page.js';
import { Tag } from '../../parts/tag.js';
import { useDesk } from '../../state/desk.js';
import { useT } from '../../texts/index.js';
import type { MailTemplate, Store } from '../../types.js';
import { TemplateForm } from './template-form.js';
import { useLanguageName } from './use-language-name.js';

/** The texts of mails to customers, one store at a time. */
export default function MailTemplates(): ReactNode {
  const t = useT();
  const { store } = useDesk();
  return (
    <Page
      title={t('nav.mails')}
      text={t('mails.text')}
      actions={store && <CopySettings store={store} sections={['mail_templates']} />}
    >
      <Panel isFlush>
        {store === undefined ? (
          <Empty icon={<IconMail size={28} />} title={t('mails.oneStore')} />
        ) : (
          <Templates key={store.id} store={store} />
        )}
      </Panel>
    </Page>
  );
}

function Templates({ store }: { store: Store }): ReactNode {
  const t = useT();
  const api = useApi();
  const [edited, setEdited] = useState<MailTemplate>();
  const columns = useColumns(setEdited);
  const query = useQuery({
    queryKey: ['mail-templates', store.code],
    queryFn: () =>
      answer(api.GET('/mail-templates/{store}/', { params: { path: { store: store.code } } })),
  });
  return (
    <>
      <Show query={query}>
        {templates => (
          <DataTable
            label={t('nav.mails')}
            rows={templates}
            columns={columns}
            keyOf={one => `${one.kind} ${one.language}`}
          />
        )}
      </Show>
      {edited !== undefined && (
        <TemplateForm store={store} template={edited} onClose={() => setEdited(undefined)} />
      )}
    </>
  );
}

function useColumns(onEdit: (template: MailTemplate) => void): Column<MailTemplate>[] {
  const t = useT();
  const languageName = useLanguageName();
  return [
    { head: t('mails.mail'), cell: one => <strong>{t(`mails.kind.${one.kind}`)}</strong> },
    { head: t('mails.language'), cell: one => languageName(one.language) },
    {
      head: t('mails.subject'),
      from: 'md',
      cell: one => one.subject || one.default_subject,
    },
    {
      head: t('list.status'),
      from: 'xs',
      cell: one => (one.is_default ? t('mails.default') : <Tag tone="good">{t('mails.own')}</Tag>),
    },
    {
      head: t('list.actions'),
      isFigure: true,
      cell: one => (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`${t('mails.edit')}: ${t(`mails.kind.${one.kind}`)} (${languageName(one.language)})`}
          onClick={() => onEdit(one)}
        >
          {t('mails.edit')}
        </Button>
      ),
    },
  ];
}
