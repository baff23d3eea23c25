import { Button, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormat } from '../../shared/i18n/format.js';
import { useTypedAmount } from '../parts/typed-amount.js';
import { tipsIn } from '../state/sale.js';
import {
  mostTip,
  NO_TIP,
  percentTip,
  type TipDraft,
  takesTip,
  tipMinorOf,
  tipStepOf,
} from '../state/tips.js';
import type { Method } from '../state/types.js';
import { useT } from '../texts/index.js';
import type { Draft, TenderForm } from './tender-form.js';

type FormProps = Parameters<typeof TenderForm>[0];

type Offer = { percent: number; minor: number };
export type Tip = {
  /** 0 while the amount cannot be taken. */
  minor: number;
  problem: { text: 'tip.most' | 'tip.step' | 'line.badPrice'; minor: number } | undefined;
  /** Undefined if the method or the store takes no tips. */
  offers: Offer[] | undefined;
};

const NONE: Tip = { minor: 0, problem: undefined, offers: undefined };

/** The tip that the cashier has chosen, for a method that takes one. */
export function tipFor(props: FormProps, method: Method): Tip {
  const { store, exactMinor, totalMinor, paying, draft } = props;
  if (!takesTip(store, method)) return NONE;
  const stepMinor = tipStepOf(store, method);
  const mostMinor = mostTip(store, totalMinor, tipsIn(paying.tenders));
  const offers = (store.tips?.percentages ?? [])
    .map(percent => ({ percent, minor: percentTip(exactMinor, percent, stepMinor) }))
    .filter(({ minor }) => minor > 0 && minor <= mostMinor);
  const typed = tipMinorOf(draft.tip, exactMinor, stepMinor);
  const problem = problemOf(typed, mostMinor, stepMinor);
  return { offers, problem, minor: problem === undefined ? (typed ?? 0) : 0 };
}

function problemOf(
  typed: number | undefined,
  mostMinor: number,
  stepMinor: number,
): Tip['problem'] {
  if (typed === undefined) return { text: 'line.badPrice', minor: 0 };
  if (typed > mostMinor) return { text: 'tip.most', minor: mostMinor };
  return typed % stepMinor === 0 ? undefined : { text: 'tip.step', minor: stepMinor };
}

/** The percentages of the store, and an amount that the customer names. */
export function TipChoice(props: {
  tip: Tip;
  draft: Draft;
  onDraft: (draft: Draft) => void;
}): ReactNode {
  const { tip, draft, onDraft } = props;
  const t = useT();
  const { cents } = useFormat();
  const typedAmount = useTypedAmount();
  const choose = (next: TipDraft): void => onDraft({ ...draft, tip: next });
  const button = (
    key: string,
    isChosen: boolean,
    [label, amount]: [string, string?],
    next: TipDraft,
  ): ReactNode => (
    <Button
      key={key}
      variant={isChosen ? 'filled' : 'light'}
      size="md"
      h={52}
      px={4}
      styles={{ label: { display: 'block', whiteSpace: 'normal', lineHeight: 1.2 } }}
      aria-pressed={isChosen}
      aria-label={amount && `${label} · ${amount}`}
      onClick={() => choose(next)}
    >
      {label}
      {amount && <div>{amount}</div>}
    </Button>
  );
  if (tip.offers === undefined) return null;
  const { kind } = draft.tip;
  return (
    <Stack gap={6} role="group" aria-label={t('tip.title')}>
      <Text size="sm" fw={500}>
        {t('tip.title')}
      </Text>
      <SimpleGrid cols={{ base: 2, xs: tip.offers.length + 2 }} spacing="xs">
        {button('none', kind === 'none', [t('tip.none')], NO_TIP)}
        {tip.offers.map(({ percent, minor }) =>
          button(
            String(percent),
            draft.tip.kind === 'percent' && draft.tip.percent === percent,
            [`${percent} %`, cents(minor)],
            { kind: 'percent', percent },
          ),
        )}
        {button('own', kind === 'own', [t('tip.own')], { kind: 'own', text: '' })}
      </SimpleGrid>
      {draft.tip.kind === 'own' && (
        <TextInput
          aria-label={t('tip.title')}
          size="lg"
          inputMode="decimal"
          value={draft.tip.text}
          placeholder={typedAmount(0)}
          onChange={event => choose({ kind: 'own', text: event.currentTarget.value })}
          // The pad types the tip from now on.
          autoFocus
          error={tip.problem && t(tip.problem.text, { amount: cents(tip.problem.minor) })}
        />
      )}
    </Stack>
  );
}
