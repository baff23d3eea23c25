import { Alert, Stack, useComputedColorScheme } from '@mantine/core';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Loading } from '../../shared/components/states.js';
import { useI18n } from '../../shared/i18n/index.js';
import { useShop } from '../session/store.js';
import { useT } from '../texts/index.js';
import type { CardLink } from './card-source.js';
import classes from './checkout.module.css';
import { storedDraft } from './checkout-storage.js';
import { openSquare, type SquareAccount, type SquarePayments } from './square.js';
import { mountSquareCard } from './square-card.js';
import { type MountedWallets, mountSquareWallets } from './square-wallets.js';

const LOCALES = { en: 'en-US', de: 'de-DE' };

type Props = { account: SquareAccount; cents: number; link: CardLink };

/** The card fields and wallets of Square. What is typed stays in Square's frame. */
export function SquareForm({ account, cents, link }: Props): ReactNode {
  const { applicationId, locationId } = account;
  const t = useT();
  const { language } = useI18n();
  const { currency } = useShop().store;
  const scheme = useComputedColorScheme('light');
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  const [square, setSquare] = useState<SquarePayments>();
  const place = useRef<HTMLDivElement>(null);
  const amount = useRef({ cents, currency });
  amount.current = { cents, currency };
  const { source } = link;
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    // A new element for every mount: Square empties the old one only after the next one has begun.
    const box = element.appendChild(document.createElement('div'));
    let isGone = false;
    setState('loading');
    setSquare(undefined);
    const mount = async () => {
      const payments = await openSquare({ applicationId, locationId }, LOCALES[language]);
      if (!isGone) setSquare(payments);
      const card = await mountSquareCard(payments, box, scheme);
      setState('ready');
      return card;
    };
    const mounting = mount().catch(() => {
      setState('failed');
      return undefined;
    });
    // Without fields the page already says why.
    source.current = async () =>
      (await mounting)?.ask({ ...amount.current, draft: storedDraft.get() }) ?? null;
    return () => {
      isGone = true;
      source.current = undefined;
      void mounting.then(card => {
        card?.unmount();
        box.remove();
      });
    };
  }, [applicationId, locationId, language, scheme, source]);
  return (
    <Stack gap="md">
      {state === 'loading' && <Loading label={t('card.loading')} />}
      {state === 'failed' && (
        <Alert color="red" variant="light" role="alert">
          {t('card.unavailable')}
        </Alert>
      )}
      {square !== undefined && <SquareWallets square={square} cents={cents} link={link} />}
      <div ref={place} />
    </Stack>
  );
}

type WalletsProps = { square: SquarePayments; cents: number; link: CardLink };

/** Hidden until Square offers one, and while stored value or a promotion pays the order. */
function SquareWallets({ square, cents, link }: WalletsProps): ReactNode {
  const { language } = useI18n();
  const [isOffered, setOffered] = useState(false);
  const apple = useRef<HTMLButtonElement>(null);
  const google = useRef<HTMLDivElement>(null);
  useWallets({ square, cents, link }, { apple, google }, () => setOffered(true));
  return (
    <div hidden={!isOffered || !link.cents}>
      <Stack gap="sm">
        <button
          ref={apple}
          hidden
          type="button"
          className={classes.applePay}
          lang={language}
          aria-label="Apple Pay"
        />
        <div ref={google} className={classes.googlePay} />
      </Stack>
    </div>
  );
}

type Places = {
  apple: RefObject<HTMLButtonElement | null>;
  google: RefObject<HTMLDivElement | null>;
};

function useWallets({ square, cents, link }: WalletsProps, places: Places, offer: () => void) {
  const { language } = useI18n();
  const { name, country, currency } = useShop().store;
  const scheme = useComputedColorScheme('light');
  const mounted = useRef<MountedWallets>(undefined);
  const pay = useRef(link.onWallet);
  pay.current = link.onWallet;
  const amount = useRef({ cents, currency });
  amount.current = { cents, currency };
  // biome-ignore lint/correctness/useExhaustiveDependencies: mounted again for another account only
  useEffect(() => {
    const { current: apple } = places.apple;
    const { current: google } = places.google;
    // The sheets of both wallets need the country of the seller.
    if (apple === null || google === null || country === null) return undefined;
    let isGone = false;
    const mounting = mountSquareWallets(
      square,
      { apple, google },
      { country, name },
      amount.current,
      { locale: LOCALES[language], scheme },
      { offer, pay: wallet => pay.current(wallet) },
    ).then(
      wallets => {
        if (!isGone) mounted.current = wallets;
        wallets.change(amount.current);
        return wallets;
      },
      () => undefined,
    );
    return () => {
      isGone = true;
      mounted.current = undefined;
      void mounting.then(wallets => wallets?.unmount());
    };
  }, [square]);
  useEffect(() => mounted.current?.change({ cents, currency }), [cents, currency]);
}
