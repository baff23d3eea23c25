import { Alert, Button, Group, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconBuildingBank } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { ApiError } from '@tillhouse/client';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useApi } from '../../shared/api/index.js';
import { useFormat } from '../../shared/i18n/format.js';
import { Row } from '../cart/totals.js';
import { useCart } from '../cart/use-cart.js';
import { useTitle } from '../layout/use-title.js';
import { useShopError } from '../parts/shop-error.js';
import { useShop } from '../session/store.js';
import { useT } from '../texts/index.js';
import { type Attempt, storedAttempt, storedCheckout, storedDraft } from './checkout-storage.js';
import { confirm } from './settle.js';
import { cancelCheckout, startCheckout } from './use-checkout.js';
import { useOutcome } from './use-outcome.js';

/** The browser has lost the visit that pays, for example its cookies. */
const NOT_OURS = new Set([401, 403]);

/** Approving confirms with the processor; declining cancels the attempt so that the shopper can retry. */
function useAnswers(attempt: Attempt) {
  const t = useT();
  const api = useApi();
  const cart = useCart().data;
  const lead = useOutcome();
  const errorText = useShopError();
  const [, navigate] = useLocation();
  const [isLost, setLost] = useState(false);
  const backToPay = (failure: string): void =>
    navigate('/checkout/pay', { replace: true, state: { failure } });
  const approve = useMutation({
    mutationFn: async () => {
      const { checkoutId, publishableKey } = attempt;
      const outcome = await confirm(api, checkoutId);
      if (outcome.kind !== 'challenge' || outcome.clientSecret === null) return outcome;
      if (typeof publishableKey !== 'string') return outcome;
      const { authenticate } = await import('./stripe.js');
      await authenticate(publishableKey, outcome.clientSecret);
      return confirm(api, checkoutId);
    },
    onSuccess: outcome => outcome.kind === 'placed' && lead(outcome),
    onError: error => {
      if (error instanceof ApiError && NOT_OURS.has(error.status)) {
        storedCheckout.set(undefined);
        return setLost(true);
      }
      const isFinal = error instanceof ApiError && error.status < 500 && error.status !== 409;
      if (isFinal) backToPay(errorText(error));
    },
  });
  const refuse = useMutation({
    mutationFn: async () => {
      await cancelCheckout(api, attempt.checkoutId);
      const draft = storedDraft.get();
      if (cart && draft) await startCheckout(api, cart, draft);
    },
    onSettled: () => backToPay(t('bank.refused')),
  });
  return { approve, refuse, isLost };
}

/** Stripe shows the page of the real bank over this one; it opens at once. */
function RealBank({ attempt }: { attempt: Attempt }): ReactNode {
  const t = useT();
  const errorText = useShopError();
  const { approve, refuse, isLost } = useAnswers(attempt);
  const { mutate } = approve;
  useEffect(() => mutate(), [mutate]);
  useTitle(t('bank.title'));
  if (isLost) return <LostVisit />;
  const isWaiting = approve.isPending || approve.isIdle;
  return (
    <Stack maw={460} mx="auto" my="xl" p="xl" gap="lg" className="surface" bdrs="lg">
      <Title order={1} size="h2">
        {t('bank.title')}
      </Title>
      <Text>{t(isWaiting ? 'bank.follow' : 'bank.open')}</Text>
      {approve.error !== null && !approve.isPending && (
        <Alert color="red" variant="light" role="alert">
          {errorText(approve.error)}
        </Alert>
      )}
      <Button size="lg" loading={isWaiting} disabled={refuse.isPending} onClick={() => mutate()}>
        {t('bank.again')}
      </Button>
      {!isWaiting && (
        <Button variant="default" loading={refuse.isPending} onClick={() => refuse.mutate()}>
          {t('bank.refuse')}
        </Button>
      )}
    </Stack>
  );
}

function Bank({ attempt }: { attempt: Attempt }): ReactNode {
  const t = useT();
  const { cents } = useFormat();
  const { store } = useShop();
  const errorText = useShopError();
  const { approve, refuse, isLost } = useAnswers(attempt);
  const isBusy = approve.isPending || refuse.isPending;
  useTitle(t('bank.name'));
  if (isLost) return <LostVisit />;
  return (
    <Stack maw={460} mx="auto" my="xl" p="xl" gap="lg" className="surface" bdrs="lg">
      <Group>
        <ThemeIcon size={48} radius="md" color="brass" variant="light">
          <IconBuildingBank size={28} aria-hidden />
        </ThemeIcon>
        <Stack gap={0}>
          <Text fw={700}>{t('bank.name')}</Text>
          <Text size="sm" c="dimmed">
            {t('bank.sandbox')}
          </Text>
        </Stack>
      </Group>
      <Title order={1} size="h2">
        {t('bank.title')}
      </Title>
      <Stack component="dl" gap={6} m={0}>
        <Row label={t('bank.to')}>{store.name}</Row>
        <Row label={t('bank.card')}>•••• {attempt.lastFour}</Row>
        <Row label={t('bank.amount')} strong>
          {cents(attempt.cents)}
        </Row>
      </Stack>
      <Text size="sm">{t('bank.text')}</Text>
      {approve.error !== null && !approve.isPending && (
        <Alert color="red" variant="light" role="alert">
          {errorText(approve.error)}
        </Alert>
      )}
      <Stack gap="xs">
        <Button
          size="lg"
          loading={approve.isPending}
          disabled={isBusy}
          onClick={() => approve.mutate()}
        >
          {t('bank.approve')}
        </Button>
        <Button
          variant="default"
          loading={refuse.isPending}
          disabled={isBusy}
          onClick={() => refuse.mutate()}
        >
          {t('bank.refuse')}
        </Button>
      </Stack>
    </Stack>
  );
}

/** The service settles the payment by itself, so there is nothing to do here but to say so. */
function LostVisit(): ReactNode {
  const t = useT();
  useTitle(t('bank.lost'));
  return (
    <Stack maw={520} mx="auto" py="xl" gap="lg">
      <Stack gap="xs">
        <Title order={1}>{t('bank.lost')}</Title>
        <Text>{t('bank.lost.text')}</Text>
      </Stack>
      <Group>
        <Button component={Link} href="/order">
          {t('order.track')}
        </Button>
        <Button component={Link} href="/cart" variant="default">
          {t('bank.lost.cart')}
        </Button>
      </Group>
    </Stack>
  );
}

export function BankPage(): ReactNode {
  const [attempt] = useState(storedAttempt.get);
  const [running] = useState(storedCheckout.get);
  if (attempt === undefined || attempt.checkoutId !== running?.id) {
    return <LostVisit />;
  }
  return typeof attempt.publishableKey === 'string' ? (
    <RealBank attempt={attempt} />
  ) : (
    <Bank attempt={attempt} />
  );
}
