import {
  Alert,
  Button,
  Group,
  NumberInput,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Text,
} from '@mantine/core';
import { IconCheck, IconHandStop } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { isMeasured, minorPerUnit, textDigits } from '../../../src/domains/pricing/index.js';
import { useApi } from '../../shared/api/index.js';
import { Failed } from '../../shared/components/states.js';
import { descriptionOf } from '../../shared/description.js';
import { useDecimals } from '../../shared/i18n/decimals.js';
import { useFormat } from '../../shared/i18n/format.js';
import { CreditSlip } from '../parts/credit-slip.js';
import { DeviceProblem } from '../parts/device-problem.js';
import { GoodSelect } from '../parts/good-select.js';
import { Refunds } from '../parts/refunds.js';
import { Dialog } from '../parts/till-dialog.js';
import { type Good, NO_GOODS, useCatalogue } from '../state/catalogue.js';
import { useDrawerFor } from '../state/devices/drawer-for-cash.js';
import { type Exchanged, type RefundTo, type Settlement, useExchange } from '../state/exchange.js';
import { takeOver } from '../state/open-sales.js';
import type { Sold, SoldLine } from '../state/returns.js';
import type { Session } from '../state/session.js';
import { formatMoney, minor, tillCurrency } from '../state/till-money.js';
import { useT } from '../texts/index.js';
import { ApprovalDialog } from './approval.js';
import { Printed } from './receipt.js';

type Props = {
  session: Session;
  sold: Sold;
  line: SoldLine;
  onBack: () => void;
  onClose: () => void;
  onPay: () => void;
};

/** The money goes back where it came from, unless the cashier says so. */
const REFUNDS = ['original', 'cash', 'store_credit'] as const satisfies readonly RefundTo[];

/** Exchanges one unit of a sale: a tap on the other size does it if both cost the same. */
export function ExchangeDialog(props: Props): ReactNode {
  const { session, sold, line, onBack, onClose, onPay } = props;
  const t = useT();
  const state = useExchange(sold.transaction, line.id);
  const { question, differenceMinor = 0 } = state;
  if (question?.kind === 'approval' && state.done === undefined) {
    const ask = {
      requestType: 'refund',
      amountMinor: Math.abs(differenceMinor),
      details: { transaction_id: sold.transaction },
      onApproved: (approval_request_id: string) => state.settle({ approval_request_id }),
    };
    return <ApprovalDialog ask={ask} onClose={state.stopAsking} />;
  }
  return (
    <Dialog onClose={onClose} title={t('exchange.title', { name: descriptionOf(line) })} size="lg">
      {state.done !== undefined ? (
        <Outcome session={session} done={state.done} onClose={onClose} onPay={onPay} />
      ) : (
        <Stack>
          <Choices
            line={line}
            isBusy={state.run.isPending}
            chosen={state.good}
            onPick={state.pick}
          />
          {state.run.error !== null && <Failed error={state.run.error} />}
          {question?.kind === 'age' && (
            <Button
              variant="light"
              loading={state.run.isPending}
              onClick={() => state.settle({ age_check: { method: 'visual', confirmed: true } })}
            >
              {t('exchange.age')}
            </Button>
          )}
          {question?.kind === 'difference' && (
            <Difference
              key={`${state.good?.sku} ${differenceMinor}`}
              differenceMinor={differenceMinor}
              isBusy={state.run.isPending}
              onSettle={state.settle}
            />
          )}
          <Button variant="subtle" onClick={onBack}>
            {t('exchange.back')}
          </Button>
        </Stack>
      )}
    </Dialog>
  );
}

const isByPiece = ({ unit }: Good): boolean => !isMeasured(unit);

/** The other variants of the product as buttons; anything else by search. */
function Choices(props: {
  line: SoldLine;
  isBusy: boolean;
  chosen: Good | undefined;
  onPick: (good: Good) => void;
}): ReactNode {
  const { line, isBusy, chosen, onPick } = props;
  const t = useT();
  const { cents } = useFormat();
  const goods = useCatalogue().data?.goods ?? NO_GOODS;
  const own = goods.byId(line.product_variant_id);
  const siblings = goods
    .ofProduct(own?.productId ?? 0)
    .filter(good => good !== own && isByPiece(good));
  return (
    <Stack gap="xs">
      <Text fw={600}>{t('exchange.for')}</Text>
      <Group>
        {siblings.map(good => (
          <Button
            key={good.sku}
            size="md"
            variant={chosen?.sku === good.sku ? 'filled' : 'light'}
            disabled={isBusy}
            onClick={() => onPick(good)}
          >
            {good.name} · {cents(good.priceMinor)}
          </Button>
        ))}
      </Group>
      <GoodSelect
        label={t('exchange.other')}
        placeholder={t('exchange.other.placeholder')}
        disabled={isBusy}
        isOffered={isByPiece}
        labelOf={good => `${good.name} · ${good.sku} · ${cents(good.priceMinor)}`}
        onPick={onPick}
      />
    </Stack>
  );
}

function Difference(props: {
  differenceMinor: number;
  isBusy: boolean;
  onSettle: (more: Settlement) => void;
}): ReactNode {
  const { differenceMinor, isBusy, onSettle } = props;
  const t = useT();
  const { cents } = useFormat();
  const amount = cents(Math.abs(differenceMinor));
  const [tendered, setTendered] = useState<number | string>(Number(formatMoney(differenceMinor)));
  const decimals = useDecimals();
  const [refundTo, setRefundTo] = useState<RefundTo>('original');
  const methods = useCatalogue().data?.methods ?? [];
  const cash = methods.find(method => method.type === 'cash');
  const card = methods.find(method => method.type === 'card' && method.hasProcessor);
  if (differenceMinor < 0) {
    return (
      <Stack gap="xs">
        <Text fw={700}>{t('exchange.gets', { amount })}</Text>
        <SegmentedControl
          aria-label={t('return.to')}
          value={refundTo}
          onChange={value => setRefundTo(value as RefundTo)}
          data={REFUNDS.map(value => ({ value, label: t(`return.to.${value}`) }))}
        />
        <Button size="lg" loading={isBusy} onClick={() => onSettle({ refund_to: refundTo })}>
          {t('exchange.refund')}
        </Button>
      </Stack>
    );
  }
  const takeCash = (): void =>
    onSettle({
      tender: {
        payment_method_id: cash?.code ?? '',
        tendered_amount: formatMoney(Math.round(Number(tendered) * minorPerUnit(tillCurrency()))),
      },
    });
  return (
    <Stack gap="xs">
      <Text fw={700}>{t('exchange.pays', { amount })}</Text>
      <NumberInput
        label={t('exchange.tendered')}
        min={0}
        decimalScale={textDigits(tillCurrency())}
        {...decimals}
        value={tendered}
        onChange={setTendered}
      />
      <SimpleGrid cols={2} spacing="sm">
        <Button size="md" disabled={cash === undefined} loading={isBusy} onClick={takeCash}>
          {t('exchange.cash')}
        </Button>
        <Button
          size="md"
          variant="light"
          disabled={card === undefined}
          loading={isBusy}
          onClick={() => onSettle({ tender: { payment_method_id: card?.code ?? '' } })}
        >
          {t('exchange.card')}
        </Button>
      </SimpleGrid>
    </Stack>
  );
}

function Outcome(props: {
  session: Session;
  done: Exchanged;
  onClose: () => void;
  onPay: () => void;
}): ReactNode {
  const { session, done, onClose, onPay } = props;
  const { transaction, return: back } = done;
  const t = useT();
  const [isReceipt, setReceipt] = useState(false);
  if (minor(transaction.amount_due) > 0) {
    return <PayRest session={session} done={done} onPay={onPay} />;
  }
  return (
    <Stack>
      <Summary done={done} />
      <GivenBack session={session} back={back} isRefunded={minor(done.difference) < 0} />
      {isReceipt && <Printed number={transaction.transaction_id} />}
      <Group grow>
        <Button size="lg" variant="light" onClick={() => setReceipt(true)}>
          {t('exchange.receipt')}
        </Button>
        <Button size="lg" onClick={onClose} data-autofocus>
          {t('app.close')}
        </Button>
      </Group>
    </Stack>
  );
}

/** The new sale, its change, and whether the difference has gone back. */
function Summary({ done }: { done: Exchanged }): ReactNode {
  const { transaction, return: back, difference } = done;
  const t = useT();
  const { money } = useFormat();
  // Money for the difference is in the drawer: a card is paid as a sale of its own.
  const isCash = minor(difference) > 0;
  const drawerProblem = useDrawerFor(isCash ? [transaction.transaction_id] : []);
  const isRefunded = minor(difference) < 0;
  // A refund that waits for a person has not happened yet.
  const isPaid = !isRefunded || restOf(back).every(({ status }) => status === 'succeeded');
  return (
    <>
      <DeviceProblem error={drawerProblem} />
      <Alert
        color={isPaid ? 'pine' : 'brass'}
        variant="light"
        icon={isPaid ? <IconCheck /> : <IconHandStop />}
        title={t('exchange.done')}
        role="status"
      >
        {t('exchange.done.text', { number: transaction.transaction_id })}
        {minor(transaction.change_due) > 0 && (
          <Text fw={700} mt="xs">
            {t('exchange.change', { amount: money(transaction.change_due) })}
          </Text>
        )}
        {isRefunded && (
          <Text fw={700} mt="xs">
            {t(isPaid ? 'exchange.refunded' : 'return.open', {
              amount: money(difference.replace('-', '')),
            })}
          </Text>
        )}
        {isRefunded && back.refund_to === 'store_credit' && back.store_credit !== null && (
          <Text fw={700} mt="xs">
            {t('return.done.credit', {
              code: back.store_credit.code,
              amount: money(back.store_credit.balance),
            })}
          </Text>
        )}
      </Alert>
    </>
  );
}

type Back = Exchanged['return'];

/** The refunds of the difference: the store credit of the return has paid for the new goods. */
const restOf = ({ refunds, store_credit: credit }: Back): Back['refunds'] =>
  refunds.filter(
    ({ way, store_credit_code: code }) =>
      way !== 'store_credit' || (code ?? credit?.code) !== credit?.code,
  );

/** How the difference goes back, with what is still to do, or the slip of its store credit. */
function GivenBack(props: { session: Session; back: Back; isRefunded: boolean }): ReactNode {
  const { session, back, isRefunded } = props;
  const { store_credit: credit } = back;
  if (!isRefunded) return null;
  return (
    <>
      <Refunds refunds={restOf(back)} number={back.transaction} />
      {back.refund_to === 'store_credit' && credit !== null && (
        <CreditSlip
          session={session}
          number={back.return_number}
          credit={{ ...credit, amount: credit.balance }}
        />
      )}
    </>
  );
}

/** The card is charged as for any sale: the new sale becomes the current one. */
function PayRest(props: { session: Session; done: Exchanged; onPay: () => void }): ReactNode {
  const { session, done, onPay } = props;
  const { transaction_id: number, amount_due } = done.transaction;
  const t = useT();
  const api = useApi();
  const { money } = useFormat();
  const goods = useCatalogue().data?.goods ?? NO_GOODS;
  const take = useMutation({
    mutationFn: () =>
      takeOver(api, number, {
        by: session.user.name,
        goods,
        kind: 'sale',
        tenders: [
          {
            key: done.return.id,
            name: t('exchange.pick'),
            amountMinor: minor(done.exchanged_amount),
          },
        ],
      }),
    onSuccess: result => {
      if (result === 'taken') onPay();
    },
  });
  return (
    <Stack>
      <Text fw={700}>{t('exchange.pays', { amount: money(amount_due) })}</Text>
      {take.error !== null && <Failed error={take.error} />}
      {take.data === 'busy' && (
        <Alert color="brass" variant="light" role="alert">
          {t('exchange.busy', { number, amount: money(amount_due) })}
        </Alert>
      )}
      <Button size="lg" loading={take.isPending} onClick={() => take.mutate()} data-autofocus>
        {t('exchange.card')}
      </Button>
    </Stack>
  );
}
