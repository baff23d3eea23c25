import {
  Alert,
  Button,
  Checkbox,
  Group,
  Paper,
  SegmentedControl,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { IconBookmark, IconCheck } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useApi, useOnline } from '../../shared/api/index.js';
import { Empty, Failed } from '../../shared/components/states.js';
import { useFormat } from '../../shared/i18n/format.js';
import { useMethodName } from '../../shared/i18n/method-name.js';
import { Dialog } from '../parts/till-dialog.js';
import { type Basket, minimumAge, totalsFor } from '../state/basket.js';
import { planCard, usesReader } from '../state/card.js';
import { NO_GOODS, useCatalogue } from '../state/catalogue.js';
import { isRefusal, useIdempotencyKey } from '../state/idempotency-key.js';
import {
  createLayaway,
  type Deposit,
  LAYAWAYS,
  type Layaway,
  layawayProblem,
  useLayaways,
} from '../state/layaways.js';
import { takeOver } from '../state/open-sales.js';
import { clearGoods, confirmAge, isLocked, sale } from '../state/sale.js';
import type { Session } from '../state/session.js';
import { parseMoney } from '../state/till-money.js';
import { useT } from '../texts/index.js';
import css from '../till.module.css';

type Props = { session: Session; onClose: () => void; onPay: () => void };

/** Keeps the goods of the current sale for its customer, and takes instalments. */
export default function LayawaysDialog({ session, onClose, onPay }: Props): ReactNode {
  const t = useT();
  const online = useOnline();
  const current = sale.use();
  const { customer, lines } = current.basket;
  const [made, setMade] = useState<Awaited<ReturnType<typeof createLayaway>>>();
  const list = useLayaways(customer?.id).data ?? [];
  const canKeep = made === undefined && lines.length > 0 && !isLocked(current);
  return (
    <Dialog onClose={onClose} title={t('layaway.title')} size="lg">
      <Stack>
        {!online && <Text c="var(--app-warn-ink)">{t('layaway.offline')}</Text>}
        {made !== undefined && <Made made={made} />}
        {canKeep && <KeepForm session={session} onMade={setMade} onPay={onPay} />}
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

function KeepForm(props: {
  session: Session;
  onMade: (made: Awaited<ReturnType<typeof createLayaway>>) => void;
  onPay: () => void;
}): ReactNode {
  const nameOf = useMethodName();
  const t = useT();
  const api = useApi();
  const queries = useQueryClient();
  const { cents } = useFormat();
  const { basket } = sale.use();
  const { methods: all = [], goods = NO_GOODS } = useCatalogue().data ?? {};
  const methods = all.filter(
    one => one.type === 'cash' || one.requiresReference === true || usesReader(one),
  );
  const [method, setMethod] = useState('cash');
  const [amount, setAmount] = useState('');
  const [reference, setReference] = useState('');
  const [isAgeChecked, setAgeChecked] = useState(false);
  const { key, onError } = useIdempotencyKey();
  const tenderedMinor = parseMoney(amount.replace(',', '.'));
  const chosen = methods.find(({ code }) => code === method);
  const needsSlip = chosen?.requiresReference === true;
  const isOnReader = chosen !== undefined && usesReader(chosen);
  /** The goods are kept: the reader charges the deposit like any card payment. */
  const chargeCard = async (made: Layaway): Promise<void> => {
    const { user } = props.session;
    const customer = made.customer_name;
    const options = { by: user.name, goods, kind: 'layaway' as const, customer };
    const taken = await takeOver(api, made.transaction_id, options);
    if (taken !== 'taken' || chosen === undefined) return;
    if (isAgeChecked) confirmAge('id_scan');
    planCard(chosen, tenderedMinor ?? 0);
    props.onPay();
  };
  /** Without an answer the service may have taken the deposit: the same request is sent again. */
  const sent = useRef<{ basket: Basket; deposit: Deposit }>(undefined);
  const keep = useMutation({
    mutationFn: async () => {
      const amount = { method, tenderedMinor: tenderedMinor ?? 0, isOnReader };
      sent.current ??= { basket, deposit: { ...amount, reference, isAgeChecked } };
      const made = await createLayaway(api, sent.current.basket, sent.current.deposit, key);
      clearGoods(sent.current.basket);
      if (isOnReader) await chargeCard(made);
      else props.onMade(made);
    },
    onError: error => {
      onError(error);
      if (isRefusal(error)) sent.current = undefined;
    },
    onSettled: () => queries.invalidateQueries({ queryKey: LAYAWAYS }),
  });
  const isUncertain = keep.error !== null && !isRefusal(keep.error);
  const problem = layawayProblem(basket);
  if (problem !== null) return <Text>{t(`layaway.needs.${problem}`)}</Text>;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    keep.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text>
          {t('layaway.text', {
            name: basket.customer?.name ?? '',
            total: cents(totalsFor(basket, props.session.store).totalMinor),
          })}
        </Text>
        {methods.length > 1 && (
          <SegmentedControl
            value={method}
            onChange={setMethod}
            disabled={isUncertain}
            data={methods.map(({ code, name }) => ({ value: code, label: nameOf(name) }))}
            aria-label={t('pay.method')}
            size="md"
            classNames={{ root: css.methods, control: css.method }}
            withItemsBorders={false}
          />
        )}
        <TextInput
          label={t('layaway.deposit')}
          size="lg"
          inputMode="decimal"
          value={amount}
          onChange={event => setAmount(event.currentTarget.value)}
          disabled={isUncertain}
          data-autofocus
        />
        {needsSlip && (
          <TextInput
            label={t('pay.reference')}
            size="lg"
            value={reference}
            onChange={event => setReference(event.currentTarget.value)}
            disabled={isUncertain}
          />
        )}
        {minimumAge(basket) > 0 && (
          <Checkbox
            label={t('age.id')}
            checked={isAgeChecked}
            onChange={event => setAgeChecked(event.currentTarget.checked)}
            disabled={isUncertain}
          />
        )}
        {keep.error !== null && <Failed error={keep.error} />}
        <Button
          type="submit"
          size="lg"
          loading={keep.isPending}
          disabled={tenderedMinor === undefined || tenderedMinor === 0}
        >
          {t('layaway.keep')}
        </Button>
      </Stack>
    </form>
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
