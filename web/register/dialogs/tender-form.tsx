import { Alert, Button, SegmentedControl, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { cashDueOf } from '../../../src/domains/pricing/index.js';
import { useOnline } from '../../shared/api/index.js';
import { Failed } from '../../shared/components/states.js';
import { useFormat } from '../../shared/i18n/format.js';
import { useMethodName } from '../../shared/i18n/method-name.js';
import { CardBalance } from '../parts/card-balance.js';
import { FieldPad } from '../parts/field-pad.js';
import { isUnlikelyCash, readMoney } from '../parts/money.js';
import type { Balances } from '../state/balances.js';
import { type Basket, sellsGiftCards } from '../state/basket.js';
import { usesReader } from '../state/card.js';
import type { Method } from '../state/catalogue.js';
import { useCardBalance, useSpendable } from '../state/gift-card-balance.js';
import { isStandAlone, type TenderInput, takenOffline } from '../state/plan-tender.js';
import { hasParts, type Paying, sale } from '../state/sale.js';
import { NO_TIP, type TipDraft } from '../state/tips.js';
import type { StoreSettings } from '../state/types.js';

import { useT } from '../texts/index.js';
import css from '../till.module.css';
import { AmountField, Due, QuickCash, TakeButton, UnlikelyCash } from './tender-parts.js';
import { type Tip, TipChoice, tipFor } from './tip-choice.js';

/** What the cashier has typed; kept while a shift is opened or a card payment fails. */
export type Draft = {
  code: string;
  text: string;
  credit: string;
  /** The code whose balance is shown. */
  checked: string;
  reference: string;
  tip: TipDraft;
};
export const NO_DRAFT: Draft = {
  code: '',
  text: '',
  credit: '',
  checked: '',
  reference: '',
  tip: NO_TIP,
};

/** The label of the code that a method is paid with; undefined for methods without one. */
function codeLabelOf(type = 'cash'): 'pay.credit' | 'pay.giftCard' | 'pay.code' | undefined {
  if (['cash', 'card', 'pay_at_store', 'points'].includes(type)) return undefined;
  if (type === 'store_credit') return 'pay.credit';
  return type === 'gift_card' ? 'pay.giftCard' : 'pay.code';
}

type Props = {
  paying: Paying;
  exactMinor: number;
  /** The store's cash rounding; 0 is none. */
  stepMinor: number;
  store: StoreSettings;
  /** Total of the whole sale. */
  totalMinor: number;
  methods: Method[];
  /** Points and credit of the customer of the sale. */
  balances: Balances | null;
  draft: Draft;
  onDraft: (draft: Draft) => void;
  busy: boolean;
  error: unknown;
  onTake: (money: TenderInput) => void;
};

export function TenderForm(props: Props): ReactNode {
  const { paying, exactMinor, methods, balances, draft, onDraft, busy, error, onTake } = props;
  const t = useT();
  const nameOf = useMethodName();
  const online = useOnline();
  const { basket } = sale.use();
  const method = methods.find(one => one.code === draft.code) ?? methods[0];
  const creditCode = codeLabelOf(method?.type) === undefined ? '' : draft.credit.trim();
  const balance = useCardBalance(draft.checked === creditCode ? creditCode : '');
  const spendableMinor = useSpendable(balance.data);
  const [asked, setAsked] = useState<number | null>(null);
  if (method === undefined) return null;
  const { text } = draft;
  const tip = tipFor(props, method);
  const payableMinor = method.type === 'cash' ? cashDueOf(exactMinor, props.stepMinor) : exactMinor;
  const dueMinor = payableMinor + tip.minor;
  const paysPoints = method.type === 'points';
  const heldMinor = paysPoints ? (balances?.worthMinor ?? 0) : (spendableMinor ?? dueMinor);
  const mostMinor = Math.min(dueMinor, heldMinor);
  const tendered = text === '' ? mostMinor : readMoney(text);
  const reference = method.requiresReference === true ? draft.reference.trim() : '';
  const pay = (tenderedMinor: number): void =>
    onTake({ method, tenderedMinor, tipMinor: tip.minor, creditCode, reference });
  const takes = takesOf(method, { basket, paying }, online);
  const isInvalid = tendered === undefined || !canTake(method, tendered, mostMinor, tip, takes);
  const isAsked = asked === tendered;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isInvalid) return;
    if (!isAsked && mustAsk(method, tendered, dueMinor)) setAsked(tendered);
    else pay(tendered);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Due
          paying={paying}
          dueMinor={dueMinor}
          roundingMinor={payableMinor - exactMinor}
          tipMinor={tip.minor}
        />
        {!online && <Offline method={method} takes={takes} sellsCards={sellsGiftCards(basket)} />}
        <SegmentedControl
          aria-label={t('pay.method')}
          size="md"
          value={method.code}
          onChange={code => {
            setAsked(null);
            onDraft({ ...draft, code });
          }}
          data={methods.map(({ code: value, name }) => ({ value, label: nameOf(name) }))}
          classNames={{ root: css.methods, control: css.method }}
          withItemsBorders={false}
        />
        <TipChoice tip={tip} draft={draft} onDraft={onDraft} />
        {isAsked ? (
          <UnlikelyCash
            tenderedMinor={tendered ?? 0}
            dueMinor={dueMinor}
            onCorrect={() => {
              setAsked(null);
              onDraft({ ...draft, text: '' });
            }}
          />
        ) : (
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <Stack>
              <AmountField
                method={method}
                dueMinor={mostMinor}
                text={text}
                onChange={next => onDraft({ ...draft, text: next })}
              />
              {paysPoints && balances !== null && <PointsHint balances={balances} />}
              <MethodFields method={method} draft={draft} onDraft={onDraft} />
              {creditCode !== '' && draft.checked === creditCode && <CardBalance query={balance} />}
              {method.type === 'cash' && tip.problem === undefined && takes !== 'none' && (
                <QuickCash dueMinor={dueMinor} onTake={pay} />
              )}
            </Stack>
            <FieldPad isBeside />
          </SimpleGrid>
        )}
        {error !== undefined && <Failed error={error} />}
        <TakeButton
          isAsked={isAsked}
          amountMinor={tendered ?? 0}
          dueMinor={dueMinor}
          isCharge={usesReader(method)}
          busy={busy}
          disabled={isInvalid}
        />
      </Stack>
    </form>
  );
}

/** The service does not know the parts that were taken offline, so the rest is taken offline too. */
const takesOf = (
  method: Method,
  current: { basket: Basket; paying: Paying },
  online: boolean,
): Takes => (online && !hasParts(current.paying) ? 'any' : takenOffline(method, current));

const mustAsk = (method: Method, tendered: number, due: number): boolean =>
  method.type === 'cash' && isUnlikelyCash(tendered, due);

type Takes = ReturnType<typeof takenOffline>;

/** Only cash can exceed the amount due. */
function canTake(method: Method, tendered: number, due: number, tip: Tip, takes: Takes): boolean {
  const isCash = method.type === 'cash';
  if (tip.problem !== undefined || tendered < tip.minor) return false;
  if (tendered === tip.minor && !(isCash && tendered === due)) return false;
  if (!isCash && tendered > due) return false;
  return takes === 'any' || (takes === 'whole' && tendered >= due);
}

function Offline(props: { method: Method; takes: Takes; sellsCards: boolean }): ReactNode {
  const { method, takes } = props;
  const t = useT();
  const nameOf = useMethodName();
  const text = (): string => {
    if (props.sellsCards) return t('pay.offline.giftCards');
    if (method.type === 'cash') return t(takes === 'any' ? 'pay.offline' : 'pay.offline.whole');
    if (isStandAlone(method)) return t(takes === 'any' ? 'pay.offline.slip' : 'pay.offline.whole');
    return t(method.type === 'card' ? 'pay.offline.card' : 'pay.offline.other', {
      name: nameOf(method.name),
    });
  };
  return (
    <Alert color="brass" variant="light" icon={<IconCloudOff />} role="status">
      {text()}
    </Alert>
  );
}

function PointsHint({ balances }: { balances: Balances }): ReactNode {
  const t = useT();
  const { cents } = useFormat();
  return (
    <Text size="sm" data-testid="points-hint">
      {t('pay.points', { count: balances.points, worth: cents(balances.worthMinor) })}
    </Text>
  );
}

function MethodFields(props: {
  method: Method;
  draft: Draft;
  onDraft: (draft: Draft) => void;
}): ReactNode {
  const t = useT();
  const { method, draft, onDraft } = props;
  if (method.requiresReference === true) {
    return (
      <TextInput
        label={t('pay.reference')}
        description={t('pay.reference.hint')}
        size="lg"
        value={draft.reference}
        onChange={event => onDraft({ ...draft, reference: event.currentTarget.value })}
        data-pad="text"
        autoComplete="off"
        maxLength={64}
        required
        withAsterisk={false}
      />
    );
  }
  const label = codeLabelOf(method.type);
  if (label === undefined) return null;
  return (
    <>
      <TextInput
        label={t(label)}
        autoComplete="off"
        value={draft.credit}
        onChange={event => onDraft({ ...draft, credit: event.currentTarget.value })}
        required
        withAsterisk={false}
        maxLength={50}
      />
      <Button
        variant="light"
        disabled={draft.credit.trim() === ''}
        onClick={() => onDraft({ ...draft, checked: draft.credit.trim() })}
      >
        {t('giftCard.check')}
      </Button>
    </>
  );
}
