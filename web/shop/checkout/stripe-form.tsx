import { Alert, Stack, useComputedColorScheme } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Loading } from '../../shared/components/states.js';
import { useI18n } from '../../shared/i18n/index.js';
import { useShop } from '../session/store.js';
import { useT } from '../texts/index.js';
import type { CardLink, CardSource } from './card-source.js';
import classes from './checkout.module.css';
import { type Mounted, mountCard, mountWallets, stripeFor } from './stripe.js';

type Props = { publishableKey: string; cents: number; link: CardLink };
type State = 'loading' | 'ready' | 'failed';

/** The card fields and wallets of Stripe. What is typed stays in Stripe's frames. */
export function StripeForm({ publishableKey, cents, link }: Props): ReactNode {
  const t = useT();
  const [state, setState] = useState<State>('loading');
  const [hasWallet, setWallet] = useState(false);
  const card = useRef<HTMLDivElement>(null);
  const wallets = useRef<HTMLDivElement>(null);
  const pay = useRef<(wallet: CardSource) => void>(link.onWallet);
  pay.current = link.onWallet;
  useElements(publishableKey, cents, link, {
    card,
    wallets,
    onState: setState,
    onWallet: setWallet,
    onPay: wallet => pay.current(wallet),
  });
  return (
    <Stack gap="md">
      {state === 'loading' && <Loading label={t('card.loading')} />}
      {state === 'failed' && (
        <Alert color="red" variant="light" role="alert">
          {t('card.unavailable')}
        </Alert>
      )}
      <div ref={wallets} hidden={!hasWallet || link.cents === null} />
      <div ref={card} className={classes.accent} />
    </Stack>
  );
}

type Places = {
  card: React.RefObject<HTMLDivElement | null>;
  wallets: React.RefObject<HTMLDivElement | null>;
  onState: (state: State) => void;
  onWallet: (isThere: boolean) => void;
  onPay: (wallet: CardSource) => void;
};

function useElements(key: string, cents: number, link: CardLink, places: Places): void {
  const { language } = useI18n();
  const { currency } = useShop().store;
  const scheme = useComputedColorScheme('light');
  const mounted = useRef<Mounted[]>([]);
  const amount = useRef({ cents, currency });
  amount.current = { cents, currency };
  const { source } = link;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the amount changes in the next effect
  useEffect(() => {
    let isGone = false;
    const mount = async (): Promise<Mounted | undefined> => {
      const stripe = await stripeFor(key);
      const { card, wallets } = places;
      if (isGone || card.current === null || wallets.current === null) return undefined;
      // Stripe takes plain colours only, and the browser computes one from the theme.
      const look = { language, scheme, accent: getComputedStyle(card.current).color };
      const fields = mountCard(stripe, card.current, amount.current, look, () =>
        places.onState('ready'),
      );
      const buttons = mountWallets(stripe, wallets.current, amount.current, look, {
        offer: places.onWallet,
        pay: places.onPay,
      });
      mounted.current = [fields, buttons];
      return fields;
    };
    const mounting = mount().catch(() => {
      places.onState('failed');
      return undefined;
    });
    // Without fields the page already says why.
    source.current = async () => (await mounting)?.ask() ?? null;
    return () => {
      isGone = true;
      source.current = undefined;
      for (const part of mounted.current) part.unmount();
      mounted.current = [];
    };
  }, [key, language, scheme, currency]);
  useEffect(() => {
    for (const part of mounted.current) part.change({ cents, currency });
  }, [cents, currency]);
}
