import { Button, Group, Paper, SegmentedControl, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Failed } from '../../shared/components/states.js';
import { descriptionOf } from '../../shared/description.js';
import { useFormat } from '../../shared/i18n/format.js';
import type { Arrived, Outcome } from '../../shared/run-return.js';
import { RefundPreview } from '../parts/refund-preview.js';
import { OutcomeFields, QuantityInput } from '../parts/return-fields.js';
import { type Return, useAnnounced, useRunReturn } from '../state/returns.js';
import type { Session } from '../state/session.js';
import { useT } from '../texts/index.js';
import { ApprovalDialog } from './approval.js';

const RESTS = ['announced', 'closed'] as const satisfies readonly Arrived['rest'][];

/** Announced returns of the sale: the till takes their goods in. */
export function AnnouncedReturns(props: {
  number: string;
  onReceive: (announced: Return) => void;
}): ReactNode {
  const t = useT();
  const { money } = useFormat();
  const list = useAnnounced(props.number).data ?? [];
  return list.map(one => (
    <Paper key={one.id} className="surface" p="md" data-testid={`announced-${one.return_number}`}>
      <Group justify="space-between">
        <div style={{ flex: '1 1 220px', minWidth: 0 }}>
          <Text fw={700}>{t('return.announced', { number: one.return_number })}</Text>
          <Text size="sm" c="dimmed">
            {one.line_items.map(line => `${line.quantity} × ${descriptionOf(line)}`).join(', ')} ·{' '}
            <span className="money">{money(one.refund_amount)}</span>
          </Text>
        </div>
        <Button onClick={() => props.onReceive(one)}>{t('return.receive')}</Button>
      </Group>
    </Paper>
  ));
}

/** Takes the goods of an announced return in, all or some of them, and refunds those. */
export function ReceiveForm(props: {
  session: Session;
  announced: Return;
  onDone: (result: Return) => void;
  onBack: () => void;
}): ReactNode {
  const { session, announced, onDone, onBack } = props;
  const t = useT();
  const [counts, setCounts] = useState<Record<string, number>>(() =>
    Object.fromEntries(announced.line_items.map(line => [line.original_line_item, line.quantity])),
  );
  const [rest, setRest] = useState<Arrived['rest']>('announced');
  const [outcome, setOutcome] = useState<Outcome>({ refund_to: 'original', restock: true });
  const {
    opened = announced,
    take,
    ask,
    stopAsking,
  } = useRunReturn(session, outcome, onDone, announced);
  const isReceived = opened.status === 'received';
  const lines = announced.line_items.map(line => ({
    ...line,
    arrived: counts[line.original_line_item] ?? 0,
  }));
  const isPart = lines.some(line => line.arrived < line.quantity);
  const submit = (): void => {
    const line_items = lines.map(({ original_line_item, arrived }) => ({
      original_line_item,
      quantity: arrived,
    }));
    take.mutate(isPart && !isReceived ? { arrived: { line_items, rest } } : {});
  };
  if (ask !== undefined) return <ApprovalDialog ask={ask} onClose={stopAsking} />;
  return (
    <Stack>
      <Text fw={700}>{t('return.announced', { number: announced.return_number })}</Text>
      <Text>{t('return.arrived')}</Text>
      {lines.map(line => (
        <Group key={line.original_line_item} justify="space-between" wrap="nowrap">
          <div>
            <Text fw={600}>{descriptionOf(line)}</Text>
            <Text size="sm" c="dimmed">
              {t('return.announcedCount', { count: line.quantity })}
            </Text>
          </div>
          <QuantityInput
            label={`${t('line.quantity')}: ${descriptionOf(line)}`}
            unit={line.unit}
            max={line.quantity}
            disabled={isReceived}
            value={line.arrived}
            onChange={quantity => setCounts({ ...counts, [line.original_line_item]: quantity })}
          />
        </Group>
      ))}
      {isPart && !isReceived && (
        <SegmentedControl
          aria-label={t('return.restOf')}
          value={rest}
          onChange={value => setRest(value as Arrived['rest'])}
          data={RESTS.map(value => ({ value, label: t(`return.rest.${value}`) }))}
        />
      )}
      <OutcomeFields outcome={outcome} onChange={setOutcome} />
      {lines.some(line => line.arrived > 0) && (
        <RefundPreview
          session={session}
          number={announced.transaction}
          announced={announced.id}
          lines={lines
            .filter(line => line.arrived > 0)
            .map(line => ({
              original_line_item: line.original_line_item,
              quantity: line.arrived,
            }))}
          refundTo={outcome.refund_to}
        />
      )}
      {take.error !== null && <Failed error={take.error} />}
      <Button
        size="lg"
        disabled={lines.every(line => line.arrived === 0)}
        loading={take.isPending}
        onClick={submit}
      >
        {t('return.go')}
      </Button>
      <Button variant="subtle" onClick={onBack}>
        {t('exchange.back')}
      </Button>
    </Stack>
  );
}
