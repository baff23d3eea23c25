import { Alert, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconBookmark, IconCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useApi, useOnline } from '../../shared/api/index.js';
import { Empty, Failed } from '../../shared/components/states.js';
import { useFormat } from '../../shared/i18n/format.js';
import { DeviceProblem } from '../parts/device-problem.js';
import { Dialog } from '../parts/till-dialog.js';
import { NO_GOODS, useCatalogue } from '../state/catalogue.js';
import { useDrawerFor } from '../state/devices/drawer-for-cash.js';
import { type createLayaway, type Layaway, useLayaways } from '../state/layaways.js';
import { takeOver } from '../state/open-sales.js';
import { isLocked, sale } from '../state/sale.js';
import type { Session } from '../state/session.js';
import { useT } from '../texts/index.js';
import { KeepForm } from './keep-layaway.js';

type Props = { session: Session; onClose: () => void; onPay: () => void };

/** Keeps the goods of the current sale for its customer, and takes instalments. */
export default function LayawaysDialog({ session, onClose, onPay }: Props): ReactNode {
  const t = useT();
  const online = useOnline();
  const current = sale.use();
  const { customer, lines } = current.basket;
  const [made, setMade] = useState<Awaited<ReturnType<typeof createLayaway>>>();
  const [cash, setCash] = useState<string>();
  const drawerProblem = useDrawerFor(cash === undefined ? [] : [cash]);
  const list = useLayaways(customer?.id).data ?? [];
  const canKeep = made === undefined && lines.length > 0 && !isLocked(current);
  return (
    <Dialog onClose={onClose} title={t('layaway.title')} size="lg">
      <Stack>
        {!online && <Text c="var(--app-warn-ink)">{t('layaway.offline')}</Text>}
        {made !== undefined && <Made made={made} />}
        <DeviceProblem error={drawerProblem} />
        {canKeep && (
          <KeepForm
            session={session}
            onMade={(kept, isCash) => {
              setMade(kept);
              if (isCash) setCash(kept.payment?.id);
            }}
            onPay={onPay}
          />
        )}
        {list.length > 0 && (
          <Title order={3}>
            {customer ? t('layaway.of', { name: customer.name }) : t('layaway.open')}
          </Title>
        )}
        {list.map(one => (
          <LayawayCard key={one.id} layaway={one} session={session} onPay={onPay} />
        ))}
        {list.length === 0 && !canKeep && made === undefined && (
          <Empty
            icon={<IconBookmark size={28} />}
            title={t('layaway.empty.title')}
            text={t('layaway.empty.text')}
          />
        )}
      </Stack>
    </Dialog>
  );
}

function Made({ made }: { made: Awaited<ReturnType<typeof createLayaway>> }): ReactNode {
  const t = useT();
  const { money, date } = useFormat();
  return (
    <Alert color="pine" variant="light" icon={<IconCheck />} role="status" data-testid="kept">
      <Text fw={700}>{t('layaway.kept', { number: made.transaction_id })}</Text>
      <Text>
        {t('layaway.rest', { amount: money(made.amount_due), date: date(made.expires_at) })}
      </Text>
      {made.payment !== null && (
        <Text>{t('layaway.change', { amount: money(made.payment.change_due) })}</Text>
      )}
    </Alert>
  );
}

/** An open layaway: this till takes its next instalment with the usual payment. */
function LayawayCard(props: { layaway: Layaway; session: Session; onPay: () => void }): ReactNode {
  const { layaway, session, onPay } = props;
  const t = useT();
  const api = useApi();
  const { money, date } = useFormat();
  const goods = useCatalogue().data?.goods ?? NO_GOODS;
  const [problem, setProblem] = useState('');
  const take = useMutation({
    mutationFn: () =>
      takeOver(api, layaway.transaction_id, {
        by: session.user.name,
        goods,
        kind: 'layaway',
        customer: layaway.customer_name,
      }),
    onSuccess: result => {
      if (result === 'taken') onPay();
      else setProblem(t(result === 'busy' ? 'open.busy' : 'open.ended'));
    },
  });
  return (
    <Paper className="surface" p="md" data-testid={`layaway-${layaway.transaction_id}`}>
      <Group justify="space-between">
        <div style={{ flex: '1 1 220px', minWidth: 0 }}>
          <Text fw={700}>{layaway.customer_name}</Text>
          <Text className="money">
            {t('part.paid', {
              paid: money(layaway.total_paid),
              total: money(layaway.total_amount),
            })}
          </Text>
          <Text size="sm" c="dimmed" lineClamp={1}>
            {layaway.line_items.map(line => line.description).join(', ')}
          </Text>
          <Text size="sm" c="dimmed">
            {layaway.transaction_id} · {t('layaway.until', { date: date(layaway.expires_at) })}
          </Text>
        </div>
        <Button loading={take.isPending} onClick={() => take.mutate()}>
          {t('layaway.pay')}
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
