import { Button, Group, SimpleGrid, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Show } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { LANGUAGES, useI18n } from '../../../shared/i18n/index.js';
import { ChooseStore, useShownStores } from '../../parts/choose-store.js';
import { CopySettings } from '../../parts/copy-settings/index.js';
import { History } from '../../parts/history/index.js';
import { LabelledValue, Page, Panel } from '../../parts/page.js';
import { useDesk } from '../../state/desk.js';
import { useTaxClasses } from '../../state/use-tax-classes.js';
import { useT } from '../../texts/index.js';
import type { Store, TaxClass } from '../../types.js';
import { ClosedStores, CloseStore } from './closing.js';
import { DetailsForm } from './details-form.js';
import { showSpans } from './hours.js';
import { HoursForm } from './hours-form.js';
import { NewStore } from './new-store.js';
import { PolicyForm, policyOf } from './policy-form.js';
import { ReceiptForm } from './receipt-form.js';
import { useStepText } from './rounding.js';
import { SettingsForm } from './settings-form.js';
import { TipsForm } from './tips-form.js';

export default function StoreSettings(): ReactNode {
  const t = useT();
  const { may, store } = useDesk();
  const shown = useShownStores();
  const classes = useTaxClasses();
  const [isOpening, setOpening] = useState(false);
  return (
    <Page
      title={t('nav.settings')}
      text={t(may('tax.manage') ? 'settings.text' : 'settings.readOnly')}
      actions={
        may('store.manage') && (
          <Button leftSection={<IconPlus size={16} />} onClick={() => setOpening(true)}>
            {t('newStore.title')}
          </Button>
        )
      }
    >
      {shown === undefined ? (
        <ChooseStore />
      ) : (
        <Show query={classes}>
          {known => (
            <SimpleGrid cols={{ base: 1, lg: 2 }}>
              {shown.map(one => (
                <StorePanel key={one.id} store={one} classes={known} />
              ))}
            </SimpleGrid>
          )}
        </Show>
      )}
      <ClosedStores />
      {store !== undefined && <History type="stores" id={store.id} />}
      {isOpening && <NewStore onClose={() => setOpening(false)} />}
    </Page>
  );
}

/** How a store charges, and what its customers get to read. */
function StorePanel({ store, classes }: { store: Store; classes: TaxClass[] }): ReactNode {
  const t = useT();
  const { locale } = useI18n();
  const stepText = useStepText(store);
  const policyText = usePolicyText(store.currency);
  const [edited, setEdited] = useState<Part>();
  const close = (): void => setEdited(undefined);
  const { currency, shipping_tax_class: shipping } = store;
  const currencyName = new Intl.DisplayNames(locale, { type: 'currency' }).of(currency);
  const shippingClass = classes.find(({ code }) => code === shipping)?.name ?? shipping;
  return (
    <Panel title={store.name} aside={<EditButtons store={store} onEdit={setEdited} />}>
      <Stack gap={6}>
        <LabelledValue isText label={t('settings.address')}>
          {[store.address, store.postal_code, store.city].filter(Boolean).join(', ') ||
            t('list.none')}
        </LabelledValue>
        <LabelledValue isText label={t('hours.opening')}>
          <HoursText store={store} />
        </LabelledValue>
        <LabelledValue isText label={t('policy.title')}>
          {policyText(policyOf(store))}
        </LabelledValue>
        <LabelledValue label={t('settings.currency')}>
          {currencyName === undefined ? currency : `${currencyName} (${currency})`}
        </LabelledValue>
        <LabelledValue isText label={t('settings.taxes')}>
          {store.tax_jurisdictions.map(({ name }) => name).join(', ') || t('list.none')}
        </LabelledValue>
        <LabelledValue isText label={t('settings.prices')}>
          {t(store.prices_include_tax ? 'settings.prices.gross' : 'settings.prices.net')}
        </LabelledValue>
        <LabelledValue label={t('settings.shipping')}>
          {shippingClass ?? t('settings.shipping.none')}
        </LabelledValue>
        <LabelledValue label={t('settings.sourcing')}>
          {t(`settings.sourcing.${store.tax_sourcing}`)}
        </LabelledValue>
        <LabelledValue label={t('settings.rounding')}>
          {stepText(store.cash_rounding)}
        </LabelledValue>
        <LabelledValue label={t('tips.title')}>
          {store.tips.enabled
            ? store.tips.percentages.map(percent => `${percent} %`).join(', ') || t('settings.yes')
            : t('settings.no')}
        </LabelledValue>
        <MoreSettings store={store} />
      </Stack>
      {edited === 'charges' && <SettingsForm store={store} classes={classes} onClose={close} />}
      {edited === 'details' && <DetailsForm store={store} onClose={close} />}
      {edited === 'hours' && <HoursForm store={store} onClose={close} />}
      {edited === 'policy' && <PolicyForm store={store} onClose={close} />}
      {edited === 'tips' && <TipsForm store={store} onClose={close} />}
      {edited === 'receipt' && <ReceiptForm store={store} onClose={close} />}
    </Panel>
  );
}

/** The hours of each day that the store is open. */
function HoursText({ store }: { store: Store }): ReactNode {
  const t = useT();
  const { locale } = useI18n();
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' });
  const days = [...new Set(store.opening_hours.map(({ day }) => day))].sort();
  const lines = days.map(day => {
    // 2026-01-04 is a Sunday.
    const name = weekday.format(Date.UTC(2026, 0, 4 + day, 12));
    return `${name} ${showSpans(store.opening_hours.filter(span => span.day === day))}`;
  });
  return lines.join(' · ') || t('hours.none');
}

type Part = 'details' | 'hours' | 'policy' | 'tips' | 'receipt' | 'charges';

/** Managers of a store change its address and policy; how it charges is a matter of the chain. */
function EditButtons(props: { store: Store; onEdit: (part: Part) => void }): ReactNode {
  const { store, onEdit } = props;
  const t = useT();
  const { may } = useDesk();
  const button = (part: Part, text: string): ReactNode => (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={`${text}: ${store.name}`}
      onClick={() => onEdit(part)}
    >
      {text}
    </Button>
  );
  return (
    <Group gap={6}>
      {may('store.settings') && button('details', t('settings.details'))}
      {may('store.settings') && button('hours', t('hours.button'))}
      {may('store.settings') && button('policy', t('policy.title'))}
      {may('store.settings') && button('tips', t('tips.title'))}
      {may('store.settings') && button('receipt', t('settings.receipt'))}
      {may('tax.manage') && button('charges', t('settings.edit'))}
      <CopySettings store={store} isSmall />
      <CloseStore store={store} />
    </Group>
  );
}

function usePolicyText(currency: string): (policy: ReturnType<typeof policyOf>) => string {
  const t = useT();
  const format = useFormat();
  return policy => {
    const { discount_percent_above: percent, discount_above: amount } = policy;
    const parts = [
      ...(percent === undefined
        ? []
        : [t('policy.show.above', { limit: format.percent(Number(percent) / 100) })]),
      ...(amount === undefined
        ? []
        : [t('policy.show.above', { limit: format.money(amount, currency) })]),
      ...(policy.below_cost === true ? [t('policy.below_cost')] : []),
      ...(policy.price_override === true ? [t('policy.price_override')] : []),
    ];
    return parts.join(' · ') || t('list.none');
  };
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
      <LabelledValue label={t('settings.cashLimit')}>
        {format.money(store.cash_movement_limit, currency)}
      </LabelledValue>
      <LabelledValue label={t('settings.offlineReturns')}>
        {store.offline_return_limit === null
          ? t('settings.no')
          : format.money(store.offline_return_limit, currency)}
      </LabelledValue>
      {store.offline_return_limit !== null && (
        <LabelledValue label={t('settings.offlineReturnsDay')}>
          {store.offline_return_day_limit === null
            ? t('settings.offlineReturnsDay.default')
            : format.money(store.offline_return_day_limit, currency)}
        </LabelledValue>
      )}
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
      <LabelledValue isText label={t('settings.footer')}>
        {store.receipt_footer || t('list.none')}
      </LabelledValue>
      <LabelledValue isText label={t('settings.printers')}>
        {store.printer_networks.join(', ') || t('settings.printers.private')}
      </LabelledValue>
      <LabelledValue label={t('settings.retention')}>
        {days === null ? t('settings.retention.ever') : t('settings.days', { count: days })}
      </LabelledValue>
    </>
  );
}
