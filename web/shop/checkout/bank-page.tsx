import { Alert, Button, Group, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconBuildingBank } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useFormat } from '../../shared/i18n/format.js';
import { Row } from '../cart/totals.js';
import { useTitle } from '../layout/use-title.js';
import { useShopError } from '../parts/shop-error.js';
import { useShop } from '../session/store.js';
import { useT } from '../texts/index.js';
import { ApprovalPage } from './approval-page.js';
import { type Attempt, storedAttempt, storedCheckout } from './checkout-storage.js';
import { LostVisit } from './lost-visit.js';
import { useChallenge } from './use-challenge.js';

/** Stripe shows the page of the real bank over this one; it opens at once. */
function RealBank({ attempt }: { attempt: Attempt }): ReactNode {
  const t = useT();
  const errorText = useShopError();
  const { approve, refuse, isLost } = useChallenge(attempt);
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
  const { approve, refuse, isLost } = useChallenge(attempt);
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

export function BankPage(): ReactNode {
  const [attempt] = useState(storedAttempt.get);
  const [running] = useState(storedCheckout.get);
  if (attempt === undefined || attempt.checkoutId !== running?.id) {
    return <LostVisit />;
  }
  if (attempt.isRedirect) return <ApprovalPage attempt={attempt} />;
  return typeof attempt.publishableKey === 'string' ? (
    <RealBank attempt={attempt} />
  ) : (
    <Bank attempt={attempt} />
  );
}
