import { ActionIcon, Button, Group, Menu, Paper, Text } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { useApi } from '../../../shared/api/index.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { saveFile } from '../../../shared/save-file.js';
import { HistoryButton } from '../../parts/history/history-button.js';
import { shortNumber } from '../../parts/short-number.js';
import { Tag } from '../../parts/tag.js';
import { useDesk } from '../../state/desk.js';
import { useAction } from '../../state/use-action.js';
import { useT } from '../../texts/index.js';
import type { Fulfillment } from '../../types.js';
import { Address } from './address.js';
import { CancelDialog } from './cancel-dialog.js';
import { Goods } from './goods.js';
import { isPickable, type Move, movesOf } from './moves.js';
import { Parcels } from './parcels.js';

type Props = { one: Fulfillment; onShip: (one: Fulfillment) => void };

export function FulfillmentCard({ one, onShip }: Props): ReactNode {
  const t = useT();
  const format = useFormat();
  const { store, storeOf } = useDesk();
  const place = store === undefined ? storeOf(one.store)?.name : undefined;
  return (
    <Paper className="surface" p="sm" radius="md">
      <Group justify="space-between" wrap="nowrap" gap={4}>
        <Link
          href={`/transactions/${one.transaction}`}
          className="desk-link"
          title={one.transaction}
        >
          {shortNumber(one.transaction)}
        </Link>
        <HistoryButton type="fulfillments" id={one.id} subject={one.transaction} />
      </Group>
      <Text size="sm" fw={500}>
        {t(`fulfillments.type.${one.fulfillment_type}`)}
        {one.shipping_city !== null && ` · ${one.shipping_city}`}
      </Text>
      {Number(one.amount_due) > 0 ? (
        <Tag tone="warn">
          {t('fulfillments.unpaid', { amount: format.money(one.amount_due, one.currency) })}
        </Tag>
      ) : (
        <Tag tone="good">{t('fulfillments.paid')}</Tag>
      )}
      <Text size="xs" c="dimmed" truncate>
        {[one.customer_name, one.customer_email, place].filter(Boolean).join(' · ')}
      </Text>
      <Address one={one} />
      <Goods one={one} />
      <Parcels one={one} />
      <Text size="xs" c="dimmed">
        {one.scheduled_at !== null
          ? t('fulfillments.due', { time: format.dateTime(one.scheduled_at) })
          : format.relative(one.created_at)}
      </Text>
      {one.notes !== '' && (
        <Text size="xs" mt={4}>
          {one.notes}
        </Text>
      )}
      <Moves one={one} onShip={onShip} />
    </Paper>
  );
}

function Moves({ one, onShip }: Props): ReactNode {
  const t = useT();
  const api = useApi();
  const [isCancelling, setCancelling] = useState(false);
  const move = useAction(
    (step: Exclude<Move, 'ship' | 'cancel'>) =>
      answer(api.POST(`/fulfillments/{id}/${step}/`, { params: { path: { id: one.id } } })),
    {
      changes: [['fulfillments']],
      done: (_answer, step) =>
        t('fulfillments.moved', { id: one.transaction, step: t(`fulfillments.did.${step}`) }),
    },
  );
  const [first, ...others] = movesOf(one);
  if (first === undefined) return null;
  const go = (step: Move): void => {
    if (step === 'ship') onShip(one);
    else if (step === 'cancel') setCancelling(true);
    else move.mutate(step);
  };
  return (
    <Group gap={6} mt="xs" wrap="nowrap">
      <Button
        size="xs"
        px={6}
        py={4}
        flex={1}
        h="auto"
        mih={30}
        styles={{ label: { whiteSpace: 'normal', lineHeight: 1.2 } }}
        loading={move.isPending}
        onClick={() => go(first)}
      >
        {t(`fulfillments.move.${first}`)}
      </Button>
      <More one={one} steps={others} onStep={go} />
      {isCancelling && <CancelDialog one={one} onClose={() => setCancelling(false)} />}
    </Group>
  );
}

/** Further steps, and what can be printed. */
function More(props: {
  one: Fulfillment;
  steps: readonly Move[];
  onStep: (step: Move) => void;
}): ReactNode {
  const { one, steps, onStep } = props;
  const t = useT();
  const api = useApi();
  const papers = useAction(
    (paper: 'pick-list' | 'labels') =>
      saveFile(
        api.GET(`/fulfillments/{id}/${paper}/`, {
          params: { path: { id: one.id } },
          parseAs: 'blob',
        }),
        `${paper}.pdf`,
      ),
    { changes: [] },
  );
  const hasLabels = one.fulfillment_type === 'ship' && one.shipping_address !== null;
  if (steps.length === 0 && !hasLabels && !isPickable(one)) return null;
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          variant="default"
          size={30}
          aria-label={t('fulfillments.more', { id: one.transaction })}
        >
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {isPickable(one) && (
          <Menu.Item onClick={() => papers.mutate('pick-list')}>
            {t('fulfillments.pickList')}
          </Menu.Item>
        )}
        {hasLabels && (
          <Menu.Item onClick={() => papers.mutate('labels')}>{t('fulfillments.labels')}</Menu.Item>
        )}
        {steps.map(step => (
          <Menu.Item key={step} onClick={() => onStep(step)}>
            {t(`fulfillments.move.${step}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
