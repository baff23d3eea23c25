import { Group } from '@mantine/core';
import { IconTicket } from '@tabler/icons-react';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Empty } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { type Column, PagedTable } from '../../parts/data-table.js';
import { DeleteButton } from '../../parts/delete-button.js';
import { RowActions } from '../../parts/row.js';
import { StatusTag } from '../../parts/tag.js';
import { useDesk } from '../../state/desk.js';
import { useAction } from '../../state/use-action.js';
import { usePages } from '../../state/use-pages.js';
import { useT } from '../../texts/index.js';
import type { PromoCode } from '../../types.js';
import { CodeForm } from './code-form.js';

export function Codes(): ReactNode {
  const t = useT();
  const api = useApi();
  const format = useFormat();
  const { may } = useDesk();
  const [opened, setOpened] = useState<PromoCode>();
  const pages = usePages(['codes'], cursor =>
    api.GET('/promo-codes/', { params: { query: { cursor, etags: true } } }),
  );
  const columns: Column<PromoCode>[] = [
    { head: t('codes.code'), cell: code => <strong>{code.code}</strong> },
    { head: t('codes.promotion'), from: 'xs', cell: code => code.promotion_name },
    {
      head: t('list.status'),
      cell: code => <StatusTag status={code.is_active ? 'active' : 'inactive'} />,
    },
    {
      head: t('codes.ends'),
      from: 'md',
      cell: code => (code.ends_at === null ? '—' : format.date(code.ends_at)),
    },
    {
      head: t('codes.uses'),
      isFigure: true,
      cell: code =>
        code.usage_limit === null
          ? format.number(code.used_count)
          : t('codes.usesOf', { used: code.used_count, limit: code.usage_limit }),
    },
    ...(may('promotion.manage')
      ? [
          {
            head: t('list.actions'),
            isFigure: true,
            cell: (code: PromoCode) => (
              <Group gap={6} justify="flex-end" wrap="nowrap" className="desk-above">
                <Toggle code={code} />
                <Remove code={code.code} />
              </Group>
            ),
          },
        ]
      : []),
  ];
  return (
    <>
      <PagedTable
        label={t('codes.title')}
        pages={pages}
        columns={columns}
        keyOf={code => code.id}
        onOpen={may('promotion.manage') ? setOpened : undefined}
        empty={<Empty icon={<IconTicket size={28} />} title={t('codes.none')} />}
      />
      {opened && <CodeForm code={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

function Toggle({ code }: { code: PromoCode }): ReactNode {
  const t = useT();
  const api = useApi();
  const toggle = useAction(
    () =>
      answer(
        api.PATCH('/promo-codes/{code}/', {
          params: { path: { code: code.code } },
          body: { is_active: !code.is_active },
        }),
      ),
    { changes: [['codes']] },
  );
  const action = code.is_active ? 'switchOff' : 'switchOn';
  return (
    <RowActions
      actions={[action]}
      pending={toggle.isPending ? action : undefined}
      subject={code.code}
      nameOf={name => t(`codes.${name}`)}
      onAct={() => toggle.mutate(undefined)}
    />
  );
}

function Remove({ code }: { code: string }): ReactNode {
  const t = useT();
  const api = useApi();
  return (
    <DeleteButton
      name={code}
      text={t('codes.delete.text')}
      run={() => answer(api.DELETE('/promo-codes/{code}/', { params: { path: { code } } }))}
      changes={[['codes']]}
    />
  );
}
