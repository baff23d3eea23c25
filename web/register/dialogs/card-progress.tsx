import { Alert, Button, Group, Loader, Stack, Text, ThemeIcon } from '@mantine/core';
import { IconClockPause, IconCreditCard, IconCreditCardOff } from '@tabler/icons-react';
import { isLiveEvent } from '@tillhouse/client';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useApi } from '../../shared/api/index.js';
import { Failed } from '../../shared/components/states.js';
import { useFormat } from '../../shared/i18n/format.js';
import {
  applyCard,
  type CardStep,
  chargeOf,
  followCard,
  isAboutCard,
  leaveCard,
  planCard,
  stopCard,
} from '../state/card.js';
import { useTillEvents } from '../state/events.js';
import { isRefusal } from '../state/idempotency-key.js';
import { type CardEnding, type CardInProgress, sale } from '../state/sale.js';
import type { Session } from '../state/session.js';
import { type Key, useT } from '../texts/index.js';

const POLL_MS = 2_000;

type Step = typeof followCard;

type Props = {
  session: Session;
  onDone: () => void;
  /** The service refused to start the payment. */
  onRefused: (error: unknown) => void;
};

/** Follows the card payment by the socket, and by polling while the socket is down. */
function useFollowing({ session, onDone, onRefused }: Props) {
  const api = useApi();
  const [problem, setProblem] = useState<unknown>();
  const last = useRef<Promise<void> | undefined>(undefined);
  const latest = useRef({ onDone, onRefused });
  latest.current = { onDone, onRefused };
  const take = useCallback(
    async (step: Step): Promise<void> => {
      try {
        const next: CardStep = await step(api, session);
        setProblem(undefined);
        if (next === 'completed' || next === 'ended') latest.current.onDone();
      } catch (error) {
        if (isRefusal(error)) latest.current.onRefused(error);
        else setProblem(error);
      }
    },
    [api, session],
  );
  /** One step after the other: two at once could start or finish the payment twice. */
  const run = useCallback(
    (step: Step): Promise<void> => {
      const next = (last.current ?? Promise.resolve())
        .then(() => take(step))
        .finally(() => {
          if (last.current === next) last.current = undefined;
        });
      last.current = next;
      return next;
    },
    [take],
  );
  const look = useCallback((): void => {
    if (last.current === undefined) void run(followCard);
  }, [run]);
  useTillEvents(event => {
    if (!isLiveEvent(event, 'card_payment.updated')) return;
    const { data } = event;
    void run(async () => (isAboutCard(data) ? applyCard(session, data) : 'waiting'));
  });
  useEffect(() => {
    look();
    const timer = setInterval(look, POLL_MS);
    return () => clearInterval(timer);
  }, [look]);
  return { problem, run, look };
}

/** A card payment on the reader, from the first request until its end is known. */
export function CardProgress(props: Props): ReactNode {
  const { problem, run, look } = useFollowing(props);
  const card = sale.use().paying?.card ?? null;
  if (card === null) return null;
  if (card.ending !== undefined) return <Ended card={card} ending={card.ending} onAgain={look} />;
  return (
    <Stack gap="md">
      <Waiting card={card} />
      {problem !== undefined && <Failed error={problem} />}
      {card.isUncertain !== true && <CancelButton onCancel={() => run(stopCard)} />}
    </Stack>
  );
}

function Waiting({ card }: { card: CardInProgress }): ReactNode {
  const t = useT();
  const { cents } = useFormat();
  if (card.isUncertain === true) {
    return (
      <Alert
        color="brass"
        variant="light"
        icon={<IconClockPause />}
        title={t('card.uncertain')}
        role="alert"
        data-testid="card-status"
      >
        <Stack gap="xs">
          <Text>{t('card.uncertain.text', { amount: cents(chargeOf(card)) })}</Text>
          <Group gap="sm">
            <Loader size="sm" />
            <Text c="dimmed">{t('card.asking')}</Text>
          </Group>
        </Stack>
      </Alert>
    );
  }
  return (
    <Stack align="center" gap="sm" py="md" role="status" data-testid="card-status">
      <ThemeIcon size={72} radius="xl" variant="light">
        <IconCreditCard size={40} />
      </ThemeIcon>
      <Text fz={44} fw={700} lh={1.1} className="money">
        {cents(chargeOf(card))}
      </Text>
      <Text size="lg" ta="center">
        {t(card.paymentId === null ? 'card.starting' : 'card.present')}
      </Text>
      <Loader type="dots" />
    </Stack>
  );
}

function CancelButton({ onCancel }: { onCancel: () => Promise<void> }): ReactNode {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const cancel = (): void => {
    setBusy(true);
    void onCancel().finally(() => setBusy(false));
  };
  return (
    <Button size="lg" variant="default" loading={busy} onClick={cancel} data-autofocus>
      {t('card.cancel')}
    </Button>
  );
}

const textOf = ({ status, code }: CardEnding): Key => {
  if (status !== 'declined') return `card.${status}`;
  return code === 'insufficient_funds' ? 'card.insufficient' : 'card.declined';
};

function Ended(props: {
  card: CardInProgress;
  ending: CardEnding;
  onAgain: () => void;
}): ReactNode {
  const { card, ending } = props;
  const t = useT();
  const { cents } = useFormat();
  const isCanceled = ending.status === 'canceled';
  const again = (): void => {
    planCard({ code: card.code, name: card.name, type: 'card' }, card.amountMinor, card.tipMinor);
    props.onAgain();
  };
  return (
    <Stack gap="md">
      <Alert
        color={isCanceled ? 'brass' : 'red'}
        variant="light"
        icon={<IconCreditCardOff />}
        title={t(textOf(ending))}
        role="alert"
        data-testid="card-status"
      >
        {t('card.nothing', { amount: cents(chargeOf(card)) })}
      </Alert>
      <Button size="xl" onClick={leaveCard} data-autofocus>
        {t('card.other')}
      </Button>
      {card.code !== '' && (
        <Button size="lg" variant="default" onClick={again}>
          {t('card.again')}
        </Button>
      )}
    </Stack>
  );
}
