import { Alert, Stack, useComputedColorScheme } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Loading } from '../../shared/components/states.js';
import { useI18n } from '../../shared/i18n/index.js';
import { useShop } from '../session/store.js';
import { useT } from '../texts/index.js';
import type { CardLink } from './card-source.js';
import { storedDraft } from './checkout-storage.js';
import { mountSquare, type SquareAccount } from './square.js';

const LOCALES = { en: 'en-US', de: 'de-DE' };

/** The card fields of Square. What is typed stays in Square's frame. */
export function SquareForm(props: {
  account: SquareAccount;
  cents: number;
  link: CardLink;
}): ReactNode {
  const { link, cents } = props;
  const { applicationId, locationId } = props.account;
  const t = useT();
  const { language } = useI18n();
  const { currency } = useShop().store;
  const scheme = useComputedColorScheme('light');
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  const place = useRef<HTMLDivElement>(null);
  const amount = useRef({ cents, currency });
  amount.current = { cents, currency };
  const { source } = link;
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    // A new element for every mount: Square empties the old one only after the next one has begun.
    const box = element.appendChild(document.createElement('div'));
    const look = { locale: LOCALES[language], scheme };
    setState('loading');
    const mounting = mountSquare({ applicationId, locationId }, box, look).then(
      card => {
        setState('ready');
        return card;
      },
      () => {
        setState('failed');
        return undefined;
      },
    );
    // Without fields the page already says why.
    source.current = async () =>
      (await mounting)?.ask({ ...amount.current, draft: storedDraft.get() }) ?? null;
    return () => {
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
      <div ref={place} />
    </Stack>
  );
}
