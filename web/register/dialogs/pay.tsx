import { Alert, Button, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconCloudOff } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '@tillhouse/client';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useApi, useOnline } from '../../shared/api/index.js';
import { cashStepOf } from '../../shared/cash.js';
import { Dialog } from '../../shared/components/dialog.js';
import { useErrorText } from '../../shared/components/states.js';
import { useFormat } from '../../shared/i18n/format.js';
import { FieldPad } from '../parts/field-pad.js';
import type { Ask } from '../state/approval-ask.js';
import { type Balances, useBalances } from '../state/balances.js';
import { minimumAge } from '../state/basket.js';
import { planCard, usesReader } from '../state/card.js';
import { type Method, updateCatalogue, useCatalogue } from '../state/catalogue.js';
import { approvalFor, discountAsk, refusedAsk } from '../state/discount-ask.js';
import type { TenderInput } from '../state/plan-tender.js';
import { approveSale, type Paying, sale, saleTotals } from '../state/sale.js';
import { logOut, type Session } from '../state/session.js';
import { takeTender } from '../state/tender.js';
import { useT } from '../texts/index.js';
import { AgePrompt } from './age.js';
import { ApprovalDialog } from './approval.js';
import { CardProgress } from './card-progress.js';
import { isShiftMissing, OpenShiftForm } from './open-shift.js';
import { NO_DRAFT, TenderForm } from './tender-form.js';

type Props = {
  session: Session;
  /** The code of a gift card that was scanned here; `onScanned` takes it off. */
  scanned: string;
  onScanned: () => void;
  onClose: () => void;
  /** The service refused: the sale may have ended elsewhere. */
  onRefused: () => void;
};

export function PayDialog(props: Props): ReactNode {
  const { session, scanned, onScanned, onClose, onRefused } = props;
  const t = useT();
  const { basket, paying } = sale.use();
  const catalogue = useCatalogue();
  const balances = useBalances(basket.customer ?? null, session.store);
  if (paying === null || basket.lines.length === 0) return null;
  const needsAge = minimumAge(basket) > 0 && paying.ageCheck === null;
  const dueMinor = saleTotals({ basket, paying }, session.store).totalMinor - paying.paidMinor;
  // Points pay if the sale has a customer with points that are worth something here.
  const pointsMinor = balances?.worthMinor ?? 0;
  const methods = (catalogue.data?.methods ?? []).filter(
    ({ type }) => type !== 'points' || pointsMinor > 0,
  );
  return (
    <Dialog
      onClose={onClose}
      title={t(needsAge ? 'age.title' : 'pay.title')}
      size="lg"
      closeOnClickOutside={false}
    >
      {needsAge ? (
        <AgePrompt session={session} onRefused={onClose} />
      ) : (
        methods.length > 0 && (
          // A new key resets the form to the remaining amount after each part payment.
          <Payment
            key={`${paying.paidMinor}`}
            session={session}
            scanned={scanned}
            onScanned={onScanned}
            paying={paying}
            dueMinor={dueMinor}
            methods={methods}
            balances={balances}
            onDone={onClose}
            onRefused={onRefused}
          />
        )
      )}
    </Dialog>
  );
}

type PaymentProps = {
  session: Session;
  scanned: string;
  onScanned: () => void;
  paying: Paying;
  dueMinor: number;
  methods: Method[];
  balances: Balances | null;
  onDone: () => void;
  onRefused: () => void;
};

/** Takes one tender at a time; a card goes to the reader. */
function useTaking({ session, onDone, onRefused }: PaymentProps) {
  const api = useApi();
  const online = useOnline();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const textOf = useErrorText();
  const { ask, askFor, stopAsking } = useAsking(session);
  const last = useRef<TenderInput>(undefined);
  const fail = (problem: unknown): void => {
    const money = last.current;
    if (askFor(problem, () => money && void take(money))) return;
    setError(problem);
    const code = problem instanceof ApiError ? problem.code : undefined;
    // The form starts again with the new amount, and would forget the error.
    if (code === 'AMOUNT_DUE_CHANGED') {
      notifications.show({ message: textOf(problem), color: 'brass', autoClose: 15_000 });
    }
    if (code === 'TILL_CHANGED') {
      notifications.show({ message: textOf(problem), color: 'brass', autoClose: false });
      void logOut(api);
      return;
    }
    onRefused();
  };
  const take = async (money: TenderInput): Promise<void> => {
    if (busy) return;
    last.current = money;
    setError(undefined);
    setBusy(true);
    try {
      if (usesReader(money.method)) {
        planCard(money.method, money.tenderedMinor - money.tipMinor, money.tipMinor);
        setBusy(false);
        return;
      }
      const result = await takeTender(api, session, money, online);
      void queries.invalidateQueries({ queryKey: ['customer-balances'] });
      if (result !== 'part') onDone();
    } catch (problem) {
      fail(problem);
      setBusy(false);
    }
  };
  return { take, busy, error, fail, ask, stopAsking, clear: () => setError(undefined) };
}

/**
 * Only the service knows costs and prices that have just changed, and says that they need an
 * approval. The payment goes on once it is given.
 */
function useAsking({ store }: Session) {
  const api = useApi();
  const queries = useQueryClient();
  const { measure } = useFormat();
  const [ask, setAsk] = useState<Ask>();
  const askFor = (problem: unknown, goOn: () => void): boolean => {
    const { basket, paying } = sale.get();
    const own = discountAsk(basket, store, measure, paying?.terms);
    const about = refusedAsk(problem, own, basket);
    if (about === undefined) return false;
    // Shown once the cashier closes the payment: a sale that is being paid keeps its prices.
    if (about.about === 'changed') {
      void updateCatalogue(api, queries, { withExtras: false }).catch(() => undefined);
    }
    const onApproved = (id: string): void => {
      approveSale(approvalFor(about, id));
      goOn();
    };
    setAsk({ ...about, onApproved });
    return true;
  };
  return { ask, askFor, stopAsking: () => setAsk(undefined) };
}

function Payment(props: PaymentProps): ReactNode {
  const taking = useTaking(props);
  return (
    <>
      <PaymentStep {...props} taking={taking} />
      {taking.ask && <ApprovalDialog ask={taking.ask} onClose={taking.stopAsking} />}
    </>
  );
}

function PaymentStep(props: PaymentProps & { taking: ReturnType<typeof useTaking> }): ReactNode {
  const { session, scanned, onScanned, paying, dueMinor, methods, balances, onDone } = props;
  const t = useT();
  const [draft, setDraft] = useState(NO_DRAFT);
  const { take, busy, error, fail, clear } = props.taking;
  const byCard = methods.find(({ type }) => type === 'gift_card');
  useEffect(() => {
    if (scanned === '' || byCard === undefined) return;
    setDraft({ ...NO_DRAFT, code: byCard.code, credit: scanned, checked: scanned });
    onScanned();
  }, [scanned, byCard, onScanned]);
  if (isShiftMissing(error)) {
    return (
      <>
        <OpenShiftForm text={t('shift.required')} onOpened={clear} />
        <FieldPad />
      </>
    );
  }
  if ((paying.card ?? null) !== null) {
    return <CardProgress session={session} onDone={onDone} onRefused={fail} />;
  }
  if (paying.open !== null && !busy) {
    const { code, tenderedMinor, tipMinor = 0, creditCode, reference = '' } = paying.open;
    // Never another method: points that are spent, for example, are offered no longer.
    const method = paying.open.method ??
      methods.find(one => one.code === code) ?? { code, name: code, type: 'other' };
    const retry = (): void => void take({ method, tenderedMinor, tipMinor, creditCode, reference });
    return <UncertainPayment amountMinor={tenderedMinor} onRetry={retry} />;
  }
  return (
    <TenderForm
      paying={paying}
      exactMinor={dueMinor}
      stepMinor={cashStepOf(session.store)}
      store={session.store}
      totalMinor={dueMinor + paying.paidMinor}
      methods={methods}
      balances={balances}
      draft={draft}
      onDraft={setDraft}
      busy={busy}
      error={error}
      onTake={money => void take(money)}
    />
  );
}

function UncertainPayment(props: { amountMinor: number; onRetry: () => void }): ReactNode {
  const t = useT();
  const { cents } = useFormat();
  return (
    <Alert color="brass" variant="light" icon={<IconCloudOff />} role="alert">
      <Stack>
        <Text>{t('pay.uncertain', { amount: cents(props.amountMinor) })}</Text>
        <Button size="lg" onClick={props.onRetry}>
          {t('app.retry')}
        </Button>
      </Stack>
    </Alert>
  );
}
