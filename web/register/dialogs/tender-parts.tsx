import { Alert, Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormat } from '../../shared/i18n/format.js';
import { useMethodName } from '../../shared/i18n/method-name.js';
import { quickAmounts, readMoney } from '../parts/money.js';
import { useTypedAmount } from '../parts/typed-amount.js';
import type { Method } from '../state/catalogue.js';
import type { Paying } from '../state/sale.js';
import { useT } from '../texts/index.js';

export function Due(props: {
  paying: Paying;
  dueMinor: number;
  /** Part of the amount due in cash. */
  roundingMinor: number;
  /** Part of the amount due. */
  tipMinor: number;
}): ReactNode {
  const { paying, dueMinor, roundingMinor, tipMinor } = props;
  const t = useT();
  const nameOf = useMethodName();
  const { cents } = useFormat();
  return (
    <Group justify="space-between" align="flex-end">
      <div>
        <Text c="dimmed">{t(paying.paidMinor > 0 ? 'pay.left' : 'pay.due')}</Text>
        <Text fz={44} fw={700} lh={1.1} className="money" data-testid="due">
          {cents(dueMinor)}
        </Text>
        {tipMinor > 0 && (
          <Text c="dimmed" size="sm" className="money" data-testid="tip">
            {t('tip.title')} {cents(tipMinor)}
          </Text>
        )}
        {roundingMinor !== 0 && (
          <Text c="dimmed" size="sm" className="money" data-testid="rounding">
            {t('report.rounding')} {cents(roundingMinor)}
          </Text>
        )}
      </div>
      {paying.tenders.length > 0 && (
        <Stack gap={2} align="flex-end" data-testid="tenders">
          <Text c="dimmed" size="sm">
            {t('pay.paid')}
          </Text>
          {paying.tenders.map(({ key, name, amountMinor }) => (
            <Text key={key} size="sm" className="money">
              {nameOf(name)} {cents(amountMinor)}
            </Text>
          ))}
        </Stack>
      )}
    </Group>
  );
}

export function AmountField(props: {
  method: Method;
  dueMinor: number;
  text: string;
  onChange: (text: string) => void;
}): ReactNode {
  const t = useT();
  const { cents } = useFormat();
  const typedAmount = useTypedAmount();
  const { method, dueMinor, text, onChange } = props;
  const amount = text === '' ? dueMinor : readMoney(text);
  const isCash = method.type === 'cash';
  const problem = (): string | undefined => {
    if (amount === undefined) return t('line.badPrice');
    if (isCash || amount <= dueMinor) return undefined;
    const text = method.type === 'points' ? 'pay.points.most' : 'pay.noChange';
    return t(text, { amount: cents(dueMinor) });
  };
  return (
    <TextInput
      label={t(isCash ? 'pay.amount' : 'pay.amount.card')}
      size="xl"
      inputMode="decimal"
      value={text}
      placeholder={typedAmount(dueMinor)}
      onChange={event => onChange(event.currentTarget.value)}
      error={problem()}
      data-autofocus
    />
  );
}

export function QuickCash(props: { dueMinor: number; onTake: (minor: number) => void }): ReactNode {
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
          px={4}
          className="money"
          onClick={() => props.onTake(amount)}
        >
          {cents(amount)}
        </Button>
      ))}
    </SimpleGrid>
  );
}

/** Asks before an amount is taken that was probably mistyped. */
export function UnlikelyCash(props: {
  tenderedMinor: number;
  dueMinor: number;
  onCorrect: () => void;
}): ReactNode {
  const t = useT();
  const { cents } = useFormat();
  const { tenderedMinor, dueMinor } = props;
  return (
    <Alert color="brass" variant="light" role="alert" data-testid="unlikely">
      <Stack gap="sm">
        <Text>
          {t('pay.unlikely', {
            received: cents(tenderedMinor),
            due: cents(dueMinor),
            change: cents(tenderedMinor - dueMinor),
          })}
        </Text>
        <Button variant="default" size="lg" onClick={props.onCorrect}>
          {t('pay.unlikely.no')}
        </Button>
      </Stack>
    </Alert>
  );
}

export function TakeButton(props: {
  /** The cashier was asked about this amount and confirms it with the same button. */
  isAsked: boolean;
  amountMinor: number;
  dueMinor: number;
  /** Charged by the reader, not taken by hand. */
  isCharge: boolean;
  busy: boolean;
  disabled: boolean;
}): ReactNode {
  const t = useT();
  const { cents } = useFormat();
  const { amountMinor, dueMinor, isCharge } = props;
  const label = (): 'pay.charge' | 'pay.part' | 'pay.take' | 'pay.unlikely.yes' => {
    if (props.isAsked) return 'pay.unlikely.yes';
    if (isCharge) return 'pay.charge';
    return amountMinor < dueMinor ? 'pay.part' : 'pay.take';
  };
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
      {t(label(), { amount: cents(amountMinor) })}
    </Button>
  );
}
