import { Button, Group } from '@mantine/core';
import { IconCreditCard, IconPlus } from '@tabler/icons-react';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Empty } from '../../../shared/components/states.js';
import { useKindNames } from '../../../shared/i18n/method-name.js';
import { type Column, PagedTable } from '../../parts/data-table.js';
import { DeleteButton } from '../../parts/delete-button.js';
import { Page, Panel } from '../../parts/page.js';
import { NameCell } from '../../parts/row.js';
import { StatusTag } from '../../parts/tag.js';
import { PROCESSOR_NAMES } from '../../processors.js';
import { usePages } from '../../state/use-pages.js';
import { useT } from '../../texts/index.js';
import type { PaymentMethod } from '../../types.js';
import { MethodForm } from './method-form.js';
import { PaymentEvents } from './payment-events.js';
import { Processors } from './processors.js';

/** How customers can pay, and the companies that charge their cards. */
export default function PaymentMethods(): ReactNode {
  const t = useT();
  const api = useApi();
  const [edited, setEdited] = useState<PaymentMethod | 'new'>();
  const columns = useColumns(setEdited);
  const pages = usePages(['payment-methods', 'page'], cursor =>
    api.GET('/payment-methods/', { params: { query: { cursor, etags: true } } }),
  );
  return (
    <Page
      title={t('nav.methods')}
      text={t('methods.text')}
      actions={
        <Button leftSection={<IconPlus size={16} />} onClick={() => setEdited('new')}>
          {t('methods.new')}
        </Button>
      }
    >
      <Panel isFlush>
        <PagedTable
          label={t('nav.methods')}
          pages={pages}
          columns={columns}
          keyOf={method => method.id}
          empty={<Empty icon={<IconCreditCard size={28} />} title={t('methods.none')} />}
        />
      </Panel>
      <Processors />
      <PaymentEvents />
      {edited !== undefined && (
        <MethodForm
          method={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Page>
  );
}

function useColumns(onEdit: (method: PaymentMethod) => void): Column<PaymentMethod>[] {
  const t = useT();
  const kinds = useKindNames();
  const api = useApi();
  return [
    {
      head: t('list.name'),
      cell: method => <NameCell name={method.name} about={[method.code]} />,
    },
    { head: t('methods.kind'), from: 'sm', cell: ({ method_type: kind }) => kinds[kind] },
    {
      head: t('methods.processor'),
      from: 'md',
      cell: ({ processor_type: type }) => (type === null ? '—' : PROCESSOR_NAMES[type]),
    },
    {
      head: t('methods.online'),
      from: 'lg',
      cell: method => t(method.is_online_available ? 'methods.yes' : 'methods.no'),
    },
    {
      head: t('list.status'),
      from: 'xs',
      cell: method => <StatusTag status={method.is_active ? 'active' : 'inactive'} />,
    },
    {
      head: t('list.actions'),
      isFigure: true,
      cell: method => (
        <Group gap={6} justify="flex-end" wrap="nowrap">
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`${t('methods.edit')}: ${method.name}`}
            onClick={() => onEdit(method)}
          >
            {t('methods.edit')}
          </Button>
          <DeleteButton
            name={method.name}
            text={t('methods.delete')}
            run={() =>
              answer(api.DELETE('/payment-methods/{id}/', { params: { path: { id: method.id } } }))
            }
            changes={[['payment-methods']]}
          />
        </Group>
      ),
    },
  ];
}
