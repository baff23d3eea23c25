import { Badge } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { QrCode } from '../shared/components/qr-code.js';
import { Failed } from '../shared/components/states.js';
import { PlaceProvider, useFormat } from '../shared/i18n/format.js';
import { FixedLanguage } from '../shared/i18n/index.js';
import icon from '../shared/icon.svg';
import css from './display.module.css';
import { useCode, usePlaceOfDisplay, useToken } from './pairing.js';
import { type Basket, useBasket } from './socket.js';
import { texts, useT } from './texts/index.js';

/** The second screen of a till: what the customer buys, pays and gets back. */
export function Display(): ReactNode {
  const token = useToken();
  return token === undefined ? <Code /> : <Paired key={token} token={token} />;
}

function Code(): ReactNode {
  const t = useT();
  const { code, error } = useCode();
  return (
    <main className={css.middle}>
      <img src={icon} alt="" className={css.logo} />
      <h1 className={css.title}>{t('pair.title')}</h1>
      <p className={css.code} data-testid="code">
        {code ?? '····-····'}
      </p>
      <p className={css.hint}>{t('pair.text')}</p>
      {error !== null && error !== undefined && <Failed error={error} />}
    </main>
  );
}

type Place = NonNullable<ReturnType<typeof usePlaceOfDisplay>['data']>;

function Paired({ token }: { token: string }): ReactNode {
  const { data: place } = usePlaceOfDisplay(token);
  const { basket, isConnected } = useBasket(token);
  if (place === undefined) return <main className={css.middle} />;
  const { currency, time_zone: timeZone, language } = place.store;
  return (
    <FixedLanguage language={language} texts={texts}>
      <PlaceProvider place={{ currency, timeZone }}>
        <Shown place={place} basket={basket} />
        {!isConnected && <Offline />}
      </PlaceProvider>
    </FixedLanguage>
  );
}

function Shown({ place, basket }: { place: Place; basket: Basket }): ReactNode {
  if (basket.step === 'idle') return <Idle place={place} />;
  if (basket.step === 'paid') return <Paid basket={basket} />;
  return <Sale place={place} basket={basket} />;
}

function Offline(): ReactNode {
  const t = useT();
  return (
    <Badge
      className={css.offline}
      size="lg"
      color="brass"
      variant="light"
      c="var(--app-warn-ink)"
      tt="none"
      leftSection={<IconCloudOff size={16} />}
    >
      {t('app.offline.title')}
    </Badge>
  );
}

function Idle({ place: { store, promotions } }: { place: Place }): ReactNode {
  const t = useT();
  const { date } = useFormat();
  return (
    <main className={css.middle} data-testid="idle">
      <p className={css.hint}>{t('idle.welcome')}</p>
      <h1 className={css.title}>{store.name}</h1>
      {promotions.length > 0 && (
        <ul className={css.promotions} aria-label={t('idle.promotions')}>
          {promotions.slice(0, 6).map(({ name, ends_at: endsAt }) => (
            <li key={name} className={css.promotion}>
              <strong>{name}</strong>
              {endsAt !== null && <span>{t('idle.until', { date: date(endsAt) })}</span>}
            </li>
          ))}
        </ul>
      )}
    </main>
  );
}

function Sale({ place, basket }: { place: Place; basket: Basket }): ReactNode {
  const t = useT();
  const { money } = useFormat();
  const list = useRef<HTMLUListElement>(null);
  const count = basket.lines.length;
  useEffect(() => {
    // The customer checks the item that was scanned last.
    if (count > 0) list.current?.lastElementChild?.scrollIntoView({ block: 'nearest' });
  }, [count]);
  const isPartPaid = basket.due !== undefined && basket.due !== basket.total;
  return (
    <main className={css.sale}>
      <section className={css.goods} aria-label={t('sale.goods')}>
        <h1 className={css.store}>{place.store.name}</h1>
        <ul className={css.lines} ref={list}>
          {basket.lines.map((line, nth) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be equal in every field
            <li key={nth} className={css.line}>
              <span className={css.quantity}>{line.quantity} ×</span>
              <span className={css.name}>
                {line.name}
                {line.saved !== undefined && (
                  <span className={css.saved}>
                    {t('sale.saved', { amount: money(line.saved) })}
                  </span>
                )}
              </span>
              <span className="money">{money(line.amount)}</span>
            </li>
          ))}
        </ul>
      </section>
      <section className={css.sums} aria-live="polite">
        {basket.saved !== undefined && (
          <p className={css.saved}>{t('sale.saved', { amount: money(basket.saved) })}</p>
        )}
        <p className={css.label}>{t(isPartPaid ? 'sale.left' : 'sale.total')}</p>
        <p className={`${css.total} money`} data-testid="total">
          {money((isPartPaid ? basket.due : basket.total) ?? '0')}
        </p>
        {basket.step === 'payment' && <p className={css.label}>{t('sale.pay')}</p>}
      </section>
    </main>
  );
}

function Paid({ basket }: { basket: Basket }): ReactNode {
  const t = useT();
  const { money } = useFormat();
  const hasChange = Number(basket.change ?? 0) > 0;
  return (
    <main className={css.middle} data-testid="paid">
      <h1 className={css.title}>{t('paid.thanks')}</h1>
      {hasChange && (
        <>
          <p className={css.label}>{t('paid.change')}</p>
          <p className={`${css.total} money`} data-testid="change">
            {money(basket.change ?? '0')}
          </p>
        </>
      )}
      {basket.receipt_url !== null && (
        <div className={css.receipt}>
          <QrCode content={basket.receipt_url} label={t('paid.receipt')} />
          <p className={css.hint}>{t('paid.scan')}</p>
        </div>
      )}
    </main>
  );
}
