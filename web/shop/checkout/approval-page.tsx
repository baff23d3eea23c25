import { Alert, Button, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useSearch } from 'wouter';
import { useTitle } from '../layout/use-title.js';
import { useShopError } from '../parts/shop-error.js';
import { useT } from '../texts/index.js';
import { type Attempt, storedAttempt } from './checkout-storage.js';
import { LostVisit } from './lost-visit.js';
import { useChallenge } from './use-challenge.js';

/** The address of the processor's page, or undefined if this is no address. */
function pageAt(secret: string | null): string | undefined {
  const protocol = secret !== null && URL.canParse(secret) ? new URL(secret).protocol : '';
  return secret !== null && /^https?:$/.test(protocol) ? secret : undefined;
}

/**
 * The shopper approves the payment at a page of the processor, which opens once by itself and sends
 * the shopper back to this page. The way back by the browser's button leaves the choice here.
 */
export function ApprovalPage({ attempt }: { attempt: Attempt }): ReactNode {
  const t = useT();
  const errorText = useShopError();
  const isCancelled = new URLSearchParams(useSearch()).has('cancelled');
  const refusal = isCancelled ? 'approval.cancelled' : 'approval.other.done';
  const { approve, refuse, isLost, isLoading } = useChallenge(attempt, refusal);
  const { mutate: ask } = approve;
  const { mutate: cancel } = refuse;
  const isOpened = useRef(attempt.wasOpened === true);
  const page = approve.data?.kind === 'challenge' ? pageAt(approve.data.clientSecret) : undefined;
  const open = (address: string): void => {
    storedAttempt.set({ ...attempt, wasOpened: true });
    isOpened.current = true;
    window.location.assign(address);
  };
  useEffect(() => {
    if (!isCancelled) ask();
    else if (!isLoading) cancel();
  }, [isCancelled, isLoading, cancel, ask]);
  useEffect(() => {
    if (page !== undefined && !isOpened.current) open(page);
  });
  useTitle(t('approval.title'));
  if (isLost) return <LostVisit />;
  const isWaiting = approve.isPending || approve.isIdle || refuse.isPending;
  return (
    <Stack maw={460} mx="auto" my="xl" p="xl" gap="lg" className="surface" bdrs="lg">
      <Title order={1} size="h2">
        {t('approval.title')}
      </Title>
      <Text>{t(isWaiting ? 'pay.checking' : 'approval.open')}</Text>
      {approve.error !== null && !approve.isPending && (
        <Alert color="red" variant="light" role="alert">
          {errorText(approve.error)}
        </Alert>
      )}
      <Button
        size="lg"
        loading={isWaiting}
        onClick={() => (page === undefined ? ask() : open(page))}
      >
        {t(page === undefined ? 'approval.again' : 'approval.go')}
      </Button>
      <Button variant="default" disabled={isWaiting} onClick={() => cancel()}>
        {t('approval.other')}
      </Button>
    </Stack>
  );
}
