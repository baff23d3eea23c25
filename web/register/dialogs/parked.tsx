import { Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconClock } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi, useOnline } from '../../shared/api/index.js';
import { Empty, Failed } from '../../shared/components/states.js';
import { useFormat } from '../../shared/i18n/format.js';
import { Dialog } from '../parts/till-dialog.js';
import { itemsIn } from '../state/basket.js';
import { totalsFor } from '../state/basket-totals.js';
import type { OpenSale } from '../state/calls.js';
import { NO_GOODS, useCatalogue } from '../state/catalogue.js';
import { type HeldSale, isResumable, removeHeld, resumeHeld } from '../state/held-sales.js';
import { dropParked } from '../state/held-sync.js';
import { OPEN_SALES, takeOver, useOpenSales } from '../state/open-sales.js';
import { type Parked, parked, resume, sale, saleTotals, waitingHere } from '../state/sale.js';
import type { Session } from '../state/session.js';
import { isOfLogin, type SetAside, setAside } from '../state/set-aside.js';
import { minor } from '../state/till-money.js';
import { HELD_SALES, useHeldSales } from '../state/use-held-sales.js';
import { useT } from '../texts/index.js';

type Props = { session: Session; onClose: () => void; onTaken: () => void };

/** Sales that wait: held ones of the store, those that this till could not send yet, and unpaid or partly paid sales of all tills of the store. */
export function ParkedDialog({ session, onClose, onTaken }: Props): ReactNode {
  const t = useT();
  const online = useOnline();
  const here = waitingHere(parked.use(), online);
  const { paying, basket } = sale.use();
  const listed = (useHeldSales().data ?? []).filter(one => one.id !== basket.held?.id);
  const held = listed.filter(({ id }) => !here.some(one => one.heldAs?.id === id));
  const open = (useOpenSales().data ?? []).filter(one => one.transaction_id !== paying?.number);
  const aside = setAside.use();
  const isEmpty = aside.length + here.length + held.length + open.length === 0;
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
          {aside.map(entry => (
            <AsideCard key={entry.id} entry={entry} session={session} />
          ))}
          {here.map(entry => (
            <ParkedCard key={entry.id} entry={entry} session={session} onResumed={onClose} />
          ))}
          {held.map(one => (
            <HeldCard key={one.id} held={one} session={session} onResumed={onClose} />
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
          <Named name={entry.basket.pickupName} note={entry.basket.note} />
          <Text fw={650} className="money">
            {t('parked.line', {
              items: t('cart.items', { count }),
              total: cents(totalsFor(entry.basket, session.store).totalMinor),
            })}
          </Text>
          <Text size="sm" c="dimmed">
            {entry.basket.lines.map(line => line.good.name).join(', ')}
          </Text>
          <Text size="sm" c="dimmed">
            {[entry.by, relative(entry.at), t(entry.heldAs ? 'parked.kept' : 'parked.here')].join(
              ' · ',
            )}
          </Text>
        </div>
        <Group gap="xs" wrap="nowrap">
          <Button variant="subtle" onClick={() => dropParked(entry)}>
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

/** A sale whose payment waits for an answer; it leaves the list by itself. */
function AsideCard({ entry, session }: { entry: SetAside; session: Session }): ReactNode {
  const t = useT();
  const { cents, relative } = useFormat();
  const { basket, paying, at, session: theirs } = entry;
  const { totalMinor } = saleTotals(entry, theirs.store);
  const amount = cents(paying.open?.tenderedMinor ?? 0);
  const waits = (): string => {
    if (!isOfLogin(entry, session)) return t('aside.waitsFor', { amount, name: theirs.user.name });
    return paying.open === null ? t('aside.card') : t('aside.waits', { amount });
  };
  return (
    <Paper className="surface" p="md" data-testid="set-aside">
      <Named name={basket.pickupName} note={basket.note} />
      <Text fw={650} className="money">
        {t('parked.line', {
          items: t('cart.items', { count: itemsIn(basket) }),
          total: cents(totalMinor),
        })}
      </Text>
      <Text size="sm" c="dimmed">
        {basket.lines.map(line => line.good.name).join(', ')}
      </Text>
      <Text size="sm" c="dimmed">
        {[theirs.user.name, relative(at), waits()].join(' · ')}
      </Text>
    </Paper>
  );
}

function Named({ name = '', note = '' }: { name?: string; note?: string }): ReactNode {
  return (
    <>
      {name !== '' && <Text fw={700}>{name}</Text>}
      {note !== '' && <Text size="sm">{note}</Text>}
    </>
  );
}

/** A held sale of the store. One till continues it; the others see which one. */
function HeldCard(props: { held: HeldSale; session: Session; onResumed: () => void }): ReactNode {
  const { held, session, onResumed } = props;
  const t = useT();
  const api = useApi();
  const queries = useQueryClient();
  const { money, relative } = useFormat();
  const goods = useCatalogue().data?.goods ?? NO_GOODS;
  const [problem, setProblem] = useState('');
  const reload = () => queries.invalidateQueries({ queryKey: HELD_SALES });
  const take = useMutation({
    mutationFn: () => resumeHeld(api, held, session, goods),
    onSuccess: missing => {
      if (missing === 'busy') return setProblem(t('open.busy'));
      for (const name of missing) notifications.show({ message: t('parked.gone', { name }) });
      return onResumed();
    },
    onError: error => {
      const details = error instanceof ApiError ? error.details : undefined;
      const till = String(details?.terminal_id ?? '');
      if (till !== '') setProblem(t('parked.elsewhere', { till }));
    },
    onSettled: reload,
  });
  const drop = useMutation({ mutationFn: () => removeHeld(api, held.id), onSettled: reload });
  const where = [held.terminal_id, held.employee.name, relative(held.held_at)];
  return (
    <Paper className="surface" p="md" data-testid={`held-${held.id}`}>
      <Group justify="space-between">
        <div style={{ flex: '1 1 220px', minWidth: 0 }}>
          <Named name={held.name} note={held.note} />
          <Text fw={650} className="money">
            {money(held.total_amount)}
          </Text>
          <Text size="sm" c="dimmed">
            {held.line_items.map(line => line.name).join(', ')}
          </Text>
          <Text size="sm" c="dimmed">
            {where.join(' · ')}
          </Text>
        </div>
        {isResumable(held, session.terminal) ? (
          <Group gap="xs" wrap="nowrap">
            <Button variant="subtle" loading={drop.isPending} onClick={() => drop.mutate()}>
              {t('parked.drop')}
            </Button>
            <Button loading={take.isPending} onClick={() => take.mutate()}>
              {t('parked.resume')}
            </Button>
          </Group>
        ) : (
          <Badge variant="light" color="brass" c="var(--app-warn-ink)" tt="none">
            {t('parked.at', { till: held.terminal_id })}
          </Badge>
        )}
      </Group>
      {problem !== '' && (
        <Text c="var(--mantine-color-error)" size="sm" role="alert">
          {problem}
        </Text>
      )}
      {take.error !== null && problem === '' && <Failed error={take.error} />}
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
  const goods = useCatalogue().data?.goods ?? NO_GOODS;
  const [problem, setProblem] = useState('');
  const take = useMutation({
    mutationFn: () =>
      takeOver(api, open.transaction_id, {
        by: session.user.name,
        goods,
        kind: 'sale',
        tenders: open.payments.map(({ id, payment_method_name: name, amount, tip }) => ({
          key: id,
          name,
          amountMinor: minor(amount) + minor(tip),
          tipMinor: minor(tip),
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
          <Text size="sm" c="dimmed">
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
