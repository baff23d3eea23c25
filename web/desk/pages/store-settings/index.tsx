import { Button, SimpleGrid, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Show } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { LANGUAGES, useI18n } from '../../../shared/i18n/index.js';
import { History } from '../../parts/history/index.js';
import { LabelledValue, Page, Panel } from '../../parts/page.js';
import { useDesk } from '../../state/desk.js';
import { useTaxClasses } from '../../state/use-tax-classes.js';
import { useT } from '../../texts/index.js';
import type { Store, TaxClass } from '../../types.js';
import { useStepText } from './rounding.js';
import { SettingsForm } from './settings-form.js';

export default function StoreSettings(): ReactNode {
  const t = useT();
  const { may, store, stores } = useDesk();
  const classes = useTaxClasses();
  return (
    <Page
      title={t('nav.settings')}
      text={t(may('tax.manage') ? 'settings.text' : 'settings.readOnly')}
    >
      <Show query={classes}>
        {known => (
          <SimpleGrid cols={{ base: 1, lg: 2 }}>
            {(store === undefined ? stores : [store]).map(one => (
              <StorePanel key={one.id} store={one} classes={known} />
            ))}
          </SimpleGrid>
        )}
      </Show>
      {store !== undefined && <History type="stores" id={store.id} />}
    </Page>
  );
}

/** How a store charges, and what its customers get to read. */
function StorePanel({ store, classes }: { store: Store; classes: TaxClass[] }): ReactNode {
  const t = useT();
  const { locale } = useI18n();
  const { may } = useDesk();
  const stepText = useStepText(store);
  const [isEditing, setEditing] = useState(false);
  const { currency, shipping_tax_class: shipping } = store;
  const currencyName = new Intl.DisplayNames(locale, { type: 'currency' }).of(currency);
  const shippingClass = classes.find(({ code }) => code === shipping)?.name ?? shipping;
  return (
    <Panel
      title={store.name}
      aside={
        may('tax.manage') && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`${t('settings.edit')}: ${store.name}`}
            onClick={() => setEditing(true)}
          >
            {t('settings.edit')}
          </Button>
        )
      }
    >
      <Stack gap={6}>
        <LabelledValue label={t('settings.currency')}>
          {currencyName === undefined ? currency : `${currencyName} (${currency})`}
        </LabelledValue>
        <LabelledValue label={t('settings.taxes')}>
          {store.tax_jurisdictions.map(({ name }) => name).join(', ') || t('list.none')}
        </LabelledValue>
        <LabelledValue label={t('settings.prices')}>
          {t(store.prices_include_tax ? 'settings.prices.gross' : 'settings.prices.net')}
        </LabelledValue>
        <LabelledValue label={t('settings.shipping')}>
          {shippingClass ?? t('settings.shipping.none')}
        </LabelledValue>
        <LabelledValue label={t('settings.rounding')}>
          {stepText(store.cash_rounding)}
        </LabelledValue>
        <MoreSettings store={store} />
      </Stack>
      {isEditing && (
        <SettingsForm store={store} classes={classes} onClose={() => setEditing(false)} />
      )}
    </Panel>
  );
}

function MoreSettings({ store }: { store: Store }): ReactNode {
  const t = useT();
  const format = useFormat();
  const { currency, points_value: value, loyalty_points_per_unit: earned } = store;
  const days = store.customer_retention_days;
  const monthsText = (count: number | null): string =>
    count === null ? t('settings.retention.ever') : t('settings.months', { count });
  return (
    <>
      <LabelledValue label={t('settings.tolerance')}>
        {format.money(store.cash_variance_tolerance, currency)}
      </LabelledValue>
      <LabelledValue label={t('settings.shift')}>
        {t(store.require_shift ? 'settings.yes' : 'settings.no')}
      </LabelledValue>
      <LabelledValue label={t('settings.points.earned')}>{format.number(earned)}</LabelledValue>
      <LabelledValue label={t('settings.points.value')}>
        {Number(value) === 0
          ? t('settings.points.unused')
          : t('settings.points.worth', {
              amount: format.money((Number(value) * 100).toFixed(2), currency),
            })}
      </LabelledValue>
      <LabelledValue label={t('settings.points.months')}>
        {monthsText(store.points_months)}
      </LabelledValue>
      <LabelledValue label={t('settings.cards.months')}>
        {monthsText(store.gift_card_months)}
      </LabelledValue>
      <LabelledValue label={t('settings.layaway.days')}>
        {t('settings.days', { count: store.layaway_days })}
      </LabelledValue>
      <LabelledValue label={t('settings.layaway.fee')}>
        {format.money(store.layaway_fee, currency)}
      </LabelledValue>
      <LabelledValue label={t('settings.language')}>{LANGUAGES[store.language]}</LabelledValue>
      <LabelledValue label={t('settings.footer')}>
        {store.receipt_footer || t('list.none')}
      </LabelledValue>
      <LabelledValue label={t('settings.retention')}>
        {days === null ? t('settings.retention.ever') : t('settings.days', { count: days })}
      </LabelledValue>
    </>
  );
}
