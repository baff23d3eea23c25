import { Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { minor } from '../../../src/platform/money.js';
import { useApi } from '../../shared/api/index.js';
import { Dialog } from '../../shared/components/dialog.js';
import { Empty, Failed } from '../../shared/components/states.js';
import { useFormat } from '../../shared/i18n/format.js';
import { itemsIn, totalsFor } from '../state/basket.js';
import type { OpenSale } from '../state/calls.js';
import { useCatalogue } from '../state/catalogue.js';
import { OPEN_SALES, takeOver, useOpenSales } from '../state/open-sales.js';
import { type Parked, parked, resume, sale } from '../state/sale.js';
import type { Session } from '../state/session.js';
import { useT } from '../texts/index.js';

type Props = { session: Session; onClose: () => void; onTaken: () => void };

/** Sales parked on this till, and unpaid or partly paid sales of all tills of the store. */
export function ParkedDialog({ session, onClose, onTaken }: Props): ReactNode {
  const t = useT();
  const here = parked.use();
  const { paying } = sale.use();
  const open = (useOpenSales().data ?? []).filter(one => one.transaction_id !== paying?.number);
  const isEmpty = here.length === 0 && open.length === 0;
  return (
    <Dialog onClose={onClose} title={t('parked.title')} size="lg">
      {isEmpty ? (
        <Empty
          icon={<IconClock size={28} />}
          title={t('parked.empty.title')}
          text={t('parked.empty.text')}
        />
      ) : (
        <Stack>
          {here.map(entry => (
            <ParkedCard key={entry.id} entry={entry} session={session} onResumed={onClose} />
          ))}
          {open.length > 0 && (
            <Title order={3} mt="sm">
              {t('open.title')}
            </Title>
          )}
          {open.map(one => (
            <OpenCard key={one.transaction_id} open={one} session={session} onTaken={onTaken} />
          ))}
        </Stack>
      )}
    </Dialog>
  );
}

function ParkedCard(props: { entry: Parked; session: Session; onResumed: () => void }): ReactNode {
  const { entry, session, onResumed } = props;
  const t = useT();
  const { cents, relative } = useFormat();
  const count = itemsIn(entry.basket);
  return (
    <Paper className="surface" p="md">
      <Group justify="space-between">
        <div style={{ flex: '1 1 220px', minWidth: 0 }}>
          <Text fw={650} className="money">
            {t('parked.line', {
              items: t('cart.items', { count }),
              total: cents(totalsFor(entry.basket, session.store).totalMinor),
            })}
          </Text>
          <Text size="sm" c="dimmed" lineClamp={1}>
            {entry.basket.lines.map(line => line.good.name).join(', ')}
          </Text>
          <Text size="sm" c="dimmed">
            {entry.by} · {relative(entry.at)}
          </Text>
        </div>
        <Group gap="xs" wrap="nowrap">
          <Button
            variant="subtle"
            onClick={() => parked.set(all => all.filter(({ id }) => id !== entry.id))}
          >
            {t('parked.drop')}
          </Button>
          <Button
            onClick={() => {
              resume(entry.id, session.user.name);
              onResumed();
            }}
          >
            {t('parked.resume')}
          </Button>
        </Group>
      </Group>
    </Paper>
  );
}

/** A sale that the service keeps: this till takes it over with what is already paid. */
function OpenCard(props: { open: OpenSale; session: Session; onTaken: () => void }): ReactNode {
  const { open, session, onTaken } = props;
  const t = useT();
  const api = useApi();
  const queries = useQueryClient();
  const { money, relative } = useFormat();
  const goods = useCatalogue().data?.goods ?? [];
  const [problem, setProblem] = useState('');
  const take = useMutation({
    mutationFn: () =>
      takeOver(api, open.transaction_id, {
        by: session.user.name,
        goods,
        kind: 'sale',
        tenders: open.payments.map(({ id, payment_method_name: name, amount }) => ({
          key: id,
          name,
          amountMinor: minor(amount),
        })),
      }),
    onSuccess: result => {
      if (result === 'taken') onTaken();
      else setProblem(t(result === 'busy' ? 'open.busy' : 'open.ended'));
      void queries.invalidateQueries({ queryKey: OPEN_SALES });
    },
  });
  const isPart = minor(open.total_paid) > 0;
  const where = [open.terminal_id, open.employee?.name, relative(open.created_at)];
  return (
    <Paper className="surface" p="md" data-testid={`open-${open.transaction_id}`}>
      <Group justify="space-between">
        <div style={{ flex: '1 1 220px', minWidth: 0 }}>
          <Group gap="xs">
            <Text fw={650} className="money">
              {isPart
                ? t('part.paid', { paid: money(open.total_paid), total: money(open.total_amount) })
                : money(open.total_amount)}
            </Text>
            <Badge variant="light" color="brass" c="var(--app-warn-ink)" tt="none">
              {t(isPart ? 'open.part' : 'open.unpaid')}
            </Badge>
          </Group>
          <Text size="sm" c="dimmed" lineClamp={1}>
            {open.lines.map(line => line.description).join(', ')}
          </Text>
          <Text size="sm" c="dimmed">
            {where.filter(Boolean).join(' · ')}
          </Text>
        </div>
        <Button loading={take.isPending} onClick={() => take.mutate()}>
          {t('open.resume')}
        </Button>
      </Group>
      {problem !== '' && (
        <Text c="var(--mantine-color-error)" size="sm" role="alert">
          {problem}
        </Text>
      )}
      {take.error !== null && <Failed error={take.error} />}
    </Paper>
  );
}
