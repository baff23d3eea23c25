import { Button, Group } from '@mantine/core';
import { IconCashRegister, IconPlus } from '@tabler/icons-react';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Empty, Show } from '../../../shared/components/states.js';
import { useGivenUp } from '../../../shared/given-up.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { ChooseStore, useShownStores } from '../../parts/choose-store.js';
import { ConfirmButton } from '../../parts/confirm-button.js';
import { type Column, DataTable } from '../../parts/data-table.js';
import { Page, Panel } from '../../parts/page.js';
import { StatusTag, Tag } from '../../parts/tag.js';
import { useDesk } from '../../state/desk.js';
import { useIsWide } from '../../state/use-is-wide.js';
import { useT } from '../../texts/index.js';
import type { Till } from '../../types.js';
import { HardwareDialog } from './hardware-dialog.js';
import { PairDialog } from './pair-dialog.js';
import { Pairing } from './pairing.js';
import { ScaleLabels } from './scale-labels.js';
import { NewTill, TillForm } from './till-form.js';
import { useTills } from './use-tills.js';

export default function Tills(): ReactNode {
  const t = useT();
  const shown = useShownStores();
  if (shown !== undefined) return <TillsOfStores />;
  return (
    <Page title={t('nav.tills')} text={t('tills.text')}>
      <ChooseStore />
      <ScaleLabels />
    </Page>
  );
}

function TillsOfStores(): ReactNode {
  const t = useT();
  const tills = useTills();
  const [edited, setEdited] = useState<Till | 'new'>();
  const [paired, setPaired] = useState<Till>();
  const [equipped, setEquipped] = useState<Till>();
  const columns = useColumns(setEdited, setPaired, setEquipped);
  const close = (): void => setEdited(undefined);
  return (
    <Page
      title={t('nav.tills')}
      text={t('tills.text')}
      actions={
        <Button leftSection={<IconPlus size={16} />} onClick={() => setEdited('new')}>
          {t('tills.new')}
        </Button>
      }
    >
      <Panel isFlush>
        <Show
          query={tills}
          empty={
            <Empty
              icon={<IconCashRegister size={28} />}
              title={t('tills.none')}
              text={t('tills.none.text')}
            />
          }
        >
          {rows => (
            <DataTable
              label={t('nav.tills')}
              rows={rows}
              columns={columns}
              keyOf={till => till.id}
            />
          )}
        </Show>
      </Panel>
      <Pairing />
      <ScaleLabels />
      {paired !== undefined && <PairDialog till={paired} onClose={() => setPaired(undefined)} />}
      {equipped !== undefined && (
        <HardwareDialog till={equipped} onClose={() => setEquipped(undefined)} />
      )}
      {edited === 'new' && <NewTill onClose={close} />}
      {edited !== undefined && edited !== 'new' && <TillForm till={edited} onClose={close} />}
    </Page>
  );
}

function useColumns(
  onEdit: (till: Till) => void,
  onPair: (till: Till) => void,
  onDevices: (till: Till) => void,
): Column<Till>[] {
  const t = useT();
  const format = useFormat();
  const { store, storeOf } = useDesk();
  const place: Column<Till>[] =
    store === undefined
      ? [{ head: t('store.one'), from: 'sm', cell: till => storeOf(till.store_id)?.name ?? '—' }]
      : [];
  return [
    { head: t('tills.id'), cell: till => <strong>{till.id}</strong> },
    { head: t('list.name'), from: 'xs', cell: till => till.name },
    ...place,
    {
      head: t('list.status'),
      cell: till => (
        <Group gap={6}>
          <StatusTag status={till.is_active ? 'active' : 'inactive'} />
          <NotPrinted till={till} />
        </Group>
      ),
    },
    {
      head: t('tills.lastLogin'),
      from: 'lg',
      cell: till =>
        till.last_seen_at === null ? t('tills.never') : format.dateTime(till.last_seen_at),
    },
    {
      head: t('list.actions'),
      isFigure: true,
      cell: till => (
        <TillActions
          till={till}
          onEdit={() => onEdit(till)}
          onPair={() => onPair(till)}
          onDevices={() => onDevices(till)}
        />
      ),
    },
  ];
}

/** How many papers of the till's printers were given up; Devices lists them. */
function NotPrinted({ till }: { till: Till }): ReactNode {
  const t = useT();
  const { store } = useDesk();
  const papers = useGivenUp(store?.id).data ?? [];
  const count = papers.filter(paper => paper.terminal_id === till.id).length;
  return count === 0 ? null : <Tag tone="bad">{t('hardware.givenUp', { count })}</Tag>;
}

function TillActions(props: {
  till: Till;
  onEdit: () => void;
  onPair: () => void;
  onDevices: () => void;
}): ReactNode {
  const { till, onEdit, onPair, onDevices } = props;
  const isWide = useIsWide();
  const t = useT();
  const api = useApi();
  const { id } = till;
  return (
    <Group gap={6} justify="flex-end" wrap={isWide ? 'nowrap' : 'wrap'}>
      {till.is_active && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`${t('pairing.pair')}: ${id}`}
          onClick={onPair}
        >
          {t('pairing.pair.short')}
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`${t('hardware.open')}: ${id}`}
        onClick={onDevices}
      >
        {t('hardware.open')}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`${t('tills.edit')}: ${id}`}
        onClick={onEdit}
      >
        {t('tills.edit')}
      </Button>
      <ConfirmButton
        label={t('tills.remove')}
        subject={id}
        title={t('tills.remove.title', { id })}
        text={t('tills.remove.text')}
        run={() =>
          answer(
            api.POST('/stores/{store}/terminals/{terminal}/release/', {
              params: { path: { store: till.store_id, terminal: id } },
            }),
          )
        }
        changes={[['tills'], ['paired-devices']]}
        done={t('tills.removed', { id })}
      />
    </Group>
  );
}
