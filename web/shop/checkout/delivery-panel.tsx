import { Alert, Checkbox, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Loading } from '../../shared/components/states.js';
import { useFormat } from '../../shared/i18n/format.js';
import { useI18n } from '../../shared/i18n/index.js';
import { Choice } from '../parts/choice.js';
import { Panel } from '../parts/panel.js';
import { useShopError } from '../parts/shop-error.js';
import { useDays } from '../parts/use-days.js';
import { useSession } from '../session/use-session.js';
import { useT } from '../texts/index.js';
import type { Cart } from '../types.js';
import { AddressFields } from './address-fields.js';
import type { DraftErrors } from './check-draft.js';
import type { Draft } from './checkout-storage.js';
import { addressLine, formOf, useSavedAddresses } from './saved-addresses.js';
import { chosenRate, type ShippingRate, type ShippingRates } from './use-shipping-rates.js';

type Props = {
  cart: Cart;
  draft: Draft;
  errors: DraftErrors;
  offered: ShippingRates;
  onChange: (change: Partial<Draft>) => void;
};

const NEW = 'new';

/** A saved address or a new one. */
function ShippingAddress({ draft, errors, onChange }: Props): ReactNode {
  const t = useT();
  const { locale } = useI18n();
  const saved = useSavedAddresses().data;
  const isCustomer = useSession().data?.authenticated === true;
  const chosen = draft.savedAddressId;
  return (
    <Panel title={t('checkout.address')}>
      {saved !== undefined && saved.length > 0 && (
        <Choice
          label={t('checkout.address.which')}
          hideLabel
          value={chosen ?? NEW}
          onChange={value => onChange({ savedAddressId: value === NEW ? null : value })}
          options={[
            ...saved.map(address => ({
              value: address.id,
              title: address.label || address.address,
              text: addressLine(formOf(address), locale),
            })),
            { value: NEW, title: t('checkout.address.new') },
          ]}
        />
      )}
      {chosen === null && (
        <Stack gap="sm">
          <AddressFields
            group="shipping"
            value={draft.shipping}
            errors={errors}
            onChange={shipping => onChange({ shipping })}
          />
          {isCustomer && (
            <Checkbox
              label={t('checkout.address.save')}
              checked={draft.saveToProfile}
              onChange={event => onChange({ saveToProfile: event.currentTarget.checked })}
            />
          )}
        </Stack>
      )}
      <Checkbox
        label={t('checkout.billing.same')}
        checked={draft.billingSame}
        onChange={event => onChange({ billingSame: event.currentTarget.checked })}
      />
      {!draft.billingSame && (
        <Stack component="fieldset" gap="sm" p={0} m={0} bd={0}>
          <Text component="legend" fw={600} p={0} mb="xs">
            {t('checkout.billing')}
          </Text>
          <AddressFields
            group="billing"
            value={draft.billing}
            errors={errors}
            onChange={billing => onChange({ billing })}
          />
        </Stack>
      )}
    </Panel>
  );
}

function Rates({ cart, draft, offered, onChange }: Props): ReactNode {
  const t = useT();
  const { money } = useFormat();
  const daysOf = useDays();
  const errorText = useShopError();
  const { rates, isLoading, error } = offered;
  const priceOf = ({ price }: ShippingRate): string =>
    cart.free_shipping_active || Number(price) === 0 ? t('cart.shipping.free') : money(price);
  return (
    <Panel title={t('checkout.rate')}>
      {isLoading && <Loading />}
      {error !== null && (
        <Alert color="red" variant="light" role="alert">
          {errorText(error)}
        </Alert>
      )}
      {rates.length > 0 && (
        <Choice
          label={t('checkout.rate')}
          hideLabel
          value={String(chosenRate(offered, draft.rateId)?.id)}
          onChange={value =>
            onChange({ rateId: rates.find(({ id }) => String(id) === value)?.id ?? null })
          }
          options={rates.map(rate => ({
            value: String(rate.id),
            title: rate.title,
            text: daysOf(rate),
            aside: priceOf(rate),
          }))}
        />
      )}
    </Panel>
  );
}

export function DeliveryPanels(props: Props): ReactNode {
  return (
    <>
      <ShippingAddress {...props} />
      <Rates {...props} />
    </>
  );
}
