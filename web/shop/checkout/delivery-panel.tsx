import { Checkbox, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormat } from '../../shared/i18n/format.js';
import { Choice } from '../parts/choice.js';
import { Panel } from '../parts/panel.js';
import { useShop } from '../session/store.js';
import { useSession } from '../session/use-session.js';
import { useT } from '../texts/index.js';
import type { Cart } from '../types.js';
import { AddressFields } from './address-fields.js';
import type { DraftErrors } from './check-draft.js';
import type { Draft } from './checkout-storage.js';
import { addressLine, useSavedAddresses } from './saved-addresses.js';

type Props = {
  cart: Cart;
  draft: Draft;
  errors: DraftErrors;
  onChange: (change: Partial<Draft>) => void;
};

const NEW = 'new';

/** A saved address or a new one. */
function ShippingAddress({ draft, errors, onChange }: Props): ReactNode {
  const t = useT();
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
              text: addressLine(address),
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
        <AddressFields
          group="billing"
          value={draft.billing}
          errors={errors}
          onChange={billing => onChange({ billing })}
        />
      )}
    </Panel>
  );
}

function Rates({ cart, draft, onChange }: Props): ReactNode {
  const t = useT();
  const { money } = useFormat();
  const { store } = useShop();
  return (
    <Panel title={t('checkout.rate')}>
      <Choice
        label={t('checkout.rate')}
        hideLabel
        value={String(draft.rateId)}
        onChange={value => onChange({ rateId: Number(value) })}
        options={store.shipping_rates.map(({ id, title, turnaround, price }) => ({
          value: String(id),
          title,
          text: turnaround,
          aside: cart.free_shipping_active ? t('cart.shipping.free') : money(price),
        }))}
      />
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
