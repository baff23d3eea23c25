import { Button, Checkbox, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useApi } from '../../shared/api/index.js';
import { Failed } from '../../shared/components/states.js';
import { useFormat } from '../../shared/i18n/format.js';
import { useMethodName } from '../../shared/i18n/method-name.js';
import { type Basket, minimumAge } from '../state/basket.js';
import { totalsFor } from '../state/basket-totals.js';
import { planCard, usesReader } from '../state/card.js';
import { NO_GOODS, useCatalogue } from '../state/catalogue.js';
import { isRefusal, useIdempotencyKey } from '../state/idempotency-key.js';
import {
  createLayaway,
  type Deposit,
  LAYAWAYS,
  type Layaway,
  layawayProblem,
} from '../state/layaways.js';
import { takeOver } from '../state/open-sales.js';
import { clearGoods, confirmAge, sale } from '../state/sale.js';
import type { Session } from '../state/session.js';
import { parseMoney } from '../state/till-money.js';
import type { Method } from '../state/types.js';
import { useT } from '../texts/index.js';
import css from '../till.module.css';

type KeepProps = {
  session: Session;
  /** `isCash`: its deposit is in the drawer. */
  onMade: (made: Awaited<ReturnType<typeof createLayaway>>, isCash: boolean) => void;
  onPay: () => void;
};

/** Keeps the goods for a deposit; a card is charged once they are kept. */
function useKeeping({ session, onMade, onPay }: KeepProps, deposit: Deposit, chosen?: Method) {
  const api = useApi();
  const queries = useQueryClient();
  const { goods = NO_GOODS } = useCatalogue().data ?? {};
  const { key, onError } = useIdempotencyKey();
  /** The goods are kept: the reader charges the deposit like any card payment. */
  const chargeCard = async (made: Layaway): Promise<void> => {
    const customer = made.customer_name;
    const options = { by: session.user.name, goods, kind: 'layaway' as const, customer };
    const taken = await takeOver(api, made.transaction_id, options);
    if (taken !== 'taken' || chosen === undefined) return;
    if (deposit.isAgeChecked) confirmAge('id_scan');
    planCard(chosen, deposit.tenderedMinor);
    onPay();
  };
  /** Without an answer the service may have taken the deposit: the same request is sent again. */
  const sent = useRef<{ basket: Basket; deposit: Deposit; isCash: boolean }>(undefined);
  return useMutation({
    mutationFn: async () => {
      const isCash = chosen?.type === 'cash';
      sent.current ??= { basket: sale.get().basket, deposit, isCash };
      const made = await createLayaway(api, sent.current.basket, sent.current.deposit, key);
      clearGoods(sent.current.basket);
      if (sent.current.deposit.isOnReader) await chargeCard(made);
      else onMade(made, sent.current.isCash);
    },
    onError: error => {
      onError(error);
      if (isRefusal(error)) sent.current = undefined;
    },
    onSettled: () => queries.invalidateQueries({ queryKey: LAYAWAYS }),
  });
}

/** Keeps the goods of the sale for its customer, with a deposit. */
export function KeepForm(props: KeepProps): ReactNode {
  const t = useT();
  const { cents } = useFormat();
  const { basket } = sale.use();
  const { methods: all = [] } = useCatalogue().data ?? {};
  const methods = all.filter(
    one => one.type === 'cash' || one.requiresReference === true || usesReader(one),
  );
  const [draft, setDraft] = useState(NO_DEPOSIT);
  const tenderedMinor = parseMoney(draft.amount.replace(',', '.'));
  const chosen = methods.find(({ code }) => code === draft.method);
  const { method, reference, isAgeChecked } = draft;
  const isOnReader = chosen !== undefined && usesReader(chosen);
  const deposit = {
    method,
    tenderedMinor: tenderedMinor ?? 0,
    isOnReader,
    reference,
    isAgeChecked,
  };
  const keep = useKeeping(props, deposit, chosen);
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
        <DepositFields
          draft={draft}
          onDraft={setDraft}
          methods={methods}
          needsSlip={chosen?.requiresReference === true}
          needsAge={minimumAge(basket) > 0}
          disabled={isUncertain}
        />
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

type Draft = { method: string; amount: string; reference: string; isAgeChecked: boolean };
const NO_DEPOSIT: Draft = { method: 'cash', amount: '', reference: '', isAgeChecked: false };

function DepositFields(props: {
  draft: Draft;
  onDraft: (draft: Draft) => void;
  methods: readonly Method[];
  needsSlip: boolean;
  needsAge: boolean;
  disabled: boolean;
}): ReactNode {
  const { draft, onDraft, methods, disabled } = props;
  const t = useT();
  const nameOf = useMethodName();
  return (
    <>
      {methods.length > 1 && (
        <SegmentedControl
          value={draft.method}
          onChange={method => onDraft({ ...draft, method })}
          disabled={disabled}
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
        value={draft.amount}
        onChange={event => onDraft({ ...draft, amount: event.currentTarget.value })}
        disabled={disabled}
        data-autofocus
      />
      {props.needsSlip && (
        <TextInput
          label={t('pay.reference')}
          size="lg"
          value={draft.reference}
          onChange={event => onDraft({ ...draft, reference: event.currentTarget.value })}
          disabled={disabled}
          data-pad="text"
        />
      )}
      {props.needsAge && (
        <Checkbox
          label={t('age.id')}
          checked={draft.isAgeChecked}
          onChange={event => onDraft({ ...draft, isAgeChecked: event.currentTarget.checked })}
          disabled={disabled}
        />
      )}
    </>
  );
}
