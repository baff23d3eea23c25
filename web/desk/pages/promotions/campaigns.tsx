import { Group, Progress } from '@mantine/core';
import { IconSpeakerphone } from '@tabler/icons-react';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Empty } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { type Column, PagedTable } from '../../parts/data-table.js';
import { DeleteButton } from '../../parts/delete-button.js';
import { NameCell, RowActions } from '../../parts/row.js';
import { StatusTag } from '../../parts/tag.js';
import { useDesk } from '../../state/desk.js';
import { useAction } from '../../state/use-action.js';
import { usePages } from '../../state/use-pages.js';
import { useT } from '../../texts/index.js';
import type { Campaign } from '../../types.js';
import { CampaignForm } from './campaign-form.js';
import { Lift } from './lift.js';

export function Campaigns(): ReactNode {
  const t = useT();
  const api = useApi();
  const { may } = useDesk();
  const columns = useColumns();
  const [opened, setOpened] = useState<Campaign>();
  const pages = usePages(['campaigns'], cursor =>
    api.GET('/campaigns/', { params: { query: { cursor, etags: true } } }),
  );
  return (
    <>
      <PagedTable
        label={t('campaigns.title')}
        pages={pages}
        columns={columns}
        keyOf={campaign => campaign.id}
        onOpen={may('promotion.manage') ? setOpened : undefined}
        empty={<Empty icon={<IconSpeakerphone size={28} />} title={t('campaigns.none')} />}
      />
      {opened && <CampaignForm campaign={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

function useColumns(): Column<Campaign>[] {
  const t = useT();
  const format = useFormat();
  const span = ({ starts_at, ends_at }: Campaign): string => {
    if (starts_at === null && ends_at === null) return t('campaigns.always');
    return [starts_at, ends_at].map(at => (at === null ? '…' : format.date(at))).join(' – ');
  };
  return [
    {
      head: t('campaigns.campaign'),
      cell: campaign => <NameCell name={campaign.name} about={[campaign.description]} />,
    },
    { head: t('list.status'), cell: campaign => <StatusTag status={campaign.status} /> },
    { head: t('campaigns.span'), from: 'md', cell: span },
    {
      head: t('campaigns.budget'),
      isFigure: true,
      from: 'sm',
      cell: campaign => <Budget campaign={campaign} />,
    },
    {
      head: t('campaigns.lift'),
      isFigure: true,
      from: 'md',
      cell: ({ lift }) => <Lift percent={lift?.sales_lift_percent ?? null} />,
    },
    {
      head: t('list.actions'),
      isFigure: true,
      cell: campaign => <CampaignActions campaign={campaign} />,
    },
  ];
}

function Budget({ campaign }: { campaign: Campaign }): ReactNode {
  const { name, budget, spent, currency } = campaign;
  const t = useT();
  const format = useFormat();
  const money = (amount: string): string => format.money(amount, currency);
  if (budget === null) return money(spent);
  const share = Number(budget) > 0 ? (100 * Number(spent)) / Number(budget) : 100;
  return (
    <>
      {t('campaigns.spent', { spent: money(spent), budget: money(budget) })}
      <Progress
        value={share}
        size="xs"
        mt={4}
        color={share >= 90 ? 'red' : 'pine'}
        aria-label={t('campaigns.spentOf', { name })}
      />
    </>
  );
}

type Action = 'activate' | 'pause' | 'expire';
const ACTIONS: Record<Campaign['status'], Action[]> = {
  draft: ['activate'],
  scheduled: ['activate', 'pause'],
  active: ['pause', 'expire'],
  paused: ['activate', 'expire'],
  expired: [],
};
/** Only campaigns that never ran can be deleted. */
const NOT_STARTED: ReadonlySet<Campaign['status']> = new Set(['draft', 'scheduled']);

function CampaignActions({ campaign }: { campaign: Campaign }): ReactNode {
  const t = useT();
  const api = useApi();
  const { may } = useDesk();
  const act = useAction(
    (action: Action) =>
      answer(api.POST(`/campaigns/{id}/${action}/`, { params: { path: { id: campaign.id } } })),
    {
      changes: [['campaigns'], ['home']],
      done: (_answer, action) => t(`campaigns.did.${action}`, { name: campaign.name }),
    },
  );
  if (!may('promotion.manage')) return null;
  return (
    <Group gap={6} justify="flex-end" wrap="nowrap" className="desk-above">
      <RowActions
        actions={ACTIONS[campaign.status]}
        pending={act.isPending ? act.variables : undefined}
        subject={campaign.name}
        nameOf={action => t(`campaigns.${action}`)}
        onAct={action => act.mutate(action)}
        quiet="expire"
      />
      {NOT_STARTED.has(campaign.status) && <Remove campaign={campaign} />}
    </Group>
  );
}

function Remove({ campaign: { id, name } }: { campaign: Campaign }): ReactNode {
  const t = useT();
  const api = useApi();
  return (
    <DeleteButton
      name={name}
      text={t('campaigns.delete.text')}
      run={() => answer(api.DELETE('/campaigns/{id}/', { params: { path: { id } } }))}
      changes={[['campaigns'], ['home']]}
    />
  );
}
