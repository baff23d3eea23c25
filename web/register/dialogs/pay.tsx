import {
  Alert,
  Button,
  Group,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { formatMoney } from '../../../src/platform/money.js';
import { useApi, useOnline } from '../../shared/api/index.js';
import { Dialog } from '../../shared/components/dialog.js';
import { Failed } from '../../shared/components/states.js';
import { useFormat } from '../../shared/i18n/format.js';
import { quickAmounts, readMoney } from '../parts/money.js';
import { NumberPad } from '../parts/number-pad.js';
import { minimumAge, totalsFor } from '../state/basket.js';
import { type Method, useCatalogue } from '../state/catalogue.js';
import { type Paying, sale, type TenderInput, takeTender } from '../state/sale.js';
import type { Session } from '../state/session.js';
import { useT } from '../texts/index.js';
import { AgePrompt } from './age.js';

type Props = { session: Session; onClose: () => void };

export function PayDialog({ session, onClose }: Props): ReactNode {
  const t = useT();
  const { basket, paying } = sale.use();
  const catalogue = useCatalogue();
  if (paying === null || basket.lines.length === 0) return null;
  const needsAge = minimumAge(basket) > 0 && paying.ageCheck === null;
  const dueMinor = totalsFor(basket, session.store).totalMinor - paying.paidMinor;
  const methods = catalogue.data?.methods ?? [];
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
          <TenderForm
            key={`${paying.paidMinor}`}
            session={session}
            paying={paying}
            dueMinor={dueMinor}
            methods={methods}
            onDone={onClose}
          />
        )
      )}
    </Dialog>
  );
}

type TenderProps = {
  session: Session;
  paying: Paying;
  dueMinor: number;
  methods: Method[];
  onDone: () => void;
};

/** Takes one tender at a time. */
function useTakeTender({ session, onDone }: TenderProps) {
  const api = useApi();
  const online = useOnline();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const take = async (money: TenderInput): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setError(undefined);
    try {
      if ((await takeTender(api, session, money, online)) !== 'part') onDone();
    } catch (problem) {
      setError(problem);
      setBusy(false);
    }
  };
  return { take, busy, error };
}

function TenderForm(props: TenderProps): ReactNode {
  const { paying, dueMinor, methods } = props;
  const t = useT();
  const online = useOnline();
  const { take, busy, error } = useTakeTender(props);
  const usable = online ? methods : methods.filter(({ type }) => type === 'cash');
  const [code, setCode] = useState('');
  const method = usable.find(one => one.code === code) ?? usable[0];
  const [text, setText] = useState('');
  const [credit, setCredit] = useState('');
  if (method === undefined) return null;
  if (paying.open !== null && !busy) {
    const { open } = paying;
    const by = methods.find(one => one.code === open.code) ?? method;
    const retry = { method: by, tenderedMinor: open.tenderedMinor, creditCode: open.creditCode };
    return <UncertainPayment amountMinor={open.tenderedMinor} onRetry={() => void take(retry)} />;
  }
  const tendered = text === '' ? dueMinor : readMoney(text);
  const creditCode = method.type === 'store_credit' ? credit.trim() : '';
  const pay = (tenderedMinor: number): void => void take({ method, tenderedMinor, creditCode });
  const isInvalid = tendered === undefined || !isPossible(method, tendered, dueMinor, online);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isInvalid) pay(tendered);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Due paying={paying} dueMinor={dueMinor} />
        {!online && (
          <Alert color="brass" variant="light" icon={<IconCloudOff />}>
            {t('pay.offline')}
          </Alert>
        )}
        <SegmentedControl
          aria-label={t('pay.method')}
          size="md"
          value={method.code}
          onChange={setCode}
          data={usable.map(({ code: value, name }) => ({ value, label: name }))}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <Stack>
            <AmountField method={method} dueMinor={dueMinor} text={text} onChange={setText} />
            {method.type === 'store_credit' && (
              <TextInput
                label={t('pay.credit')}
                value={credit}
                onChange={event => setCredit(event.currentTarget.value)}
                required
                withAsterisk={false}
              />
            )}
            {method.type === 'card' && (
              <Text size="sm" c="dimmed">
                {t('pay.card.hint')}
              </Text>
            )}
            {method.type === 'cash' && <QuickCash dueMinor={dueMinor} onTake={pay} />}
          </Stack>
          <NumberPad value={text} onChange={setText} corner="point" />
        </SimpleGrid>
        {error !== undefined && <Failed error={error} />}
        <TakeButton
          amountMinor={tendered ?? 0}
          dueMinor={dueMinor}
          busy={busy}
          disabled={isInvalid}
        />
      </Stack>
    </form>
  );
}

/** Only cash can exceed the amount due; offline, only cash for the full amount is possible. */
const isPossible = (method: Method, tendered: number, due: number, online: boolean): boolean =>
  tendered > 0 &&
  (method.type === 'cash' || tendered <= due) &&
  (online || (method.type === 'cash' && tendered >= due));

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

function Due({ paying, dueMinor }: { paying: Paying; dueMinor: number }): ReactNode {
  const t = useT();
  const { cents } = useFormat();
  return (
    <Group justify="space-between" align="flex-end">
      <div>
        <Text c="dimmed">{t(paying.paidMinor > 0 ? 'pay.left' : 'pay.due')}</Text>
        <Text fz={44} fw={700} lh={1.1} className="money" data-testid="due">
          {cents(dueMinor)}
        </Text>
      </div>
      {paying.tenders.length > 0 && (
        <Stack gap={2} align="flex-end" data-testid="tenders">
          <Text c="dimmed" size="sm">
            {t('pay.paid')}
          </Text>
          {paying.tenders.map(({ key, name, amountMinor }) => (
            <Text key={key} size="sm" className="money">
              {name} {cents(amountMinor)}
            </Text>
          ))}
        </Stack>
      )}
    </Group>
  );
}

function AmountField(props: {
  method: Method;
  dueMinor: number;
  text: string;
  onChange: (text: string) => void;
}): ReactNode {
  const t = useT();
  const { cents } = useFormat();
  const { method, dueMinor, text, onChange } = props;
  const amount = text === '' ? dueMinor : readMoney(text);
  const isCash = method.type === 'cash';
  const problem = (): string | undefined => {
    if (amount === undefined) return t('line.badPrice');
    return !isCash && amount > dueMinor
      ? t('pay.noChange', { amount: cents(dueMinor) })
      : undefined;
  };
  return (
    <TextInput
      label={t(isCash ? 'pay.amount' : 'pay.amount.card')}
      size="xl"
      inputMode="decimal"
      value={text}
      placeholder={formatMoney(dueMinor)}
      onChange={event => onChange(event.currentTarget.value)}
      error={problem()}
      data-autofocus
    />
  );
}

function QuickCash(props: { dueMinor: number; onTake: (minor: number) => void }): ReactNode {
  const t = useT();
  const { cents } = useFormat();
  return (
    <SimpleGrid cols={2} spacing="xs" role="group" aria-label={t('pay.quick')}>
      <Button
        variant="light"
        size="lg"
        style={{ gridColumn: '1 / -1' }}
        onClick={() => props.onTake(props.dueMinor)}
      >
        {t('pay.exact')}
      </Button>
      {quickAmounts(props.dueMinor).map(amount => (
        <Button
          key={amount}
          variant="light"
          size="lg"
          className="money"
          onClick={() => props.onTake(amount)}
        >
          {cents(amount)}
        </Button>
      ))}
    </SimpleGrid>
  );
}

function TakeButton(props: {
  amountMinor: number;
  dueMinor: number;
  busy: boolean;
  disabled: boolean;
}): ReactNode {
  const t = useT();
  const { cents } = useFormat();
  const { amountMinor, dueMinor } = props;
  return (
    <Button
      type="submit"
      size="xl"
      h="auto"
      mih={60}
      loading={props.busy}
      disabled={props.disabled}
      styles={{ label: { whiteSpace: 'normal' } }}
    >
      {t(amountMinor < dueMinor ? 'pay.part' : 'pay.take', { amount: cents(amountMinor) })}
    </Button>
  );
}
