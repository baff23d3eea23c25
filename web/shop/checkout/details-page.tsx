import { Alert, Button } from '@mantine/core';
import { IconBuildingStore, IconDownload, IconTruckDelivery } from '@tabler/icons-react';
import { ApiError } from '@tillhouse/client';
import { type ReactNode, useRef, useState } from 'react';
import { Redirect, useLocation } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { useI18n } from '../../shared/i18n/index.js';
import { fieldTexts } from '../../shared/i18n/refusals.js';
import { isShort } from '../cart/cart-line.js';
import { Choice } from '../parts/choice.js';
import { Form } from '../parts/form.js';
import { Panel } from '../parts/panel.js';
import { useShopError } from '../parts/shop-error.js';
import { useShop } from '../session/store.js';
import { useT } from '../texts/index.js';
import type { Cart, FulfillmentMethod } from '../types.js';
import { CollectorFields } from './address-fields.js';
import { checkDraft, type DraftErrors, fieldErrors } from './check-draft.js';
import { CheckoutFrame, WithCart } from './checkout-frame.js';
import { storedAttempt, storedCheckout } from './checkout-storage.js';
import { Contact, type Part, useConsentOf } from './contact-panel.js';
import { DeliveryPanels } from './delivery-panel.js';
import { PickupTime } from './pickup-time.js';
import { TaxPlacePanel, useTaxPlace } from './tax-place.js';
import { useStartCheckout } from './use-checkout.js';
import { methodsFor, useDraft } from './use-draft.js';
import { deliveryOf, useShippingRates } from './use-shipping-rates.js';

const ICONS: Record<FulfillmentMethod, ReactNode> = {
  ship: <IconTruckDelivery aria-hidden />,
  pickup: <IconBuildingStore aria-hidden />,
  digital: <IconDownload aria-hidden />,
};

function Method({ cart, draft, onChange }: Part & { cart: Cart }): ReactNode {
  const t = useT();
  const { store } = useShop();
  return (
    <Panel title={t('checkout.method')}>
      <Choice
        label={t('checkout.method')}
        hideLabel
        value={draft.method}
        onChange={value => onChange({ method: value as FulfillmentMethod })}
        options={methodsFor(cart, store).map(value => ({
          value,
          icon: ICONS[value],
          title: t(`method.${value}`),
          text: t(`method.${value}.text`, { name: store.name }),
        }))}
      />
    </Panel>
  );
}

function Pickup({ draft, errors, onChange }: Part): ReactNode {
  const t = useT();
  return (
    <Panel title={t('pickup.title')}>
      <PickupTime
        value={draft.pickupAt}
        error={errors.pickup}
        onChange={pickupAt => onChange({ pickupAt })}
      />
      <CollectorFields
        group="shipping"
        value={draft.shipping}
        errors={errors}
        onChange={shipping => onChange({ shipping })}
      />
    </Panel>
  );
}

function Details({ cart }: { cart: Cart }): ReactNode {
  const t = useT();
  const { language } = useI18n();
  const { store } = useShop();
  const [, navigate] = useLocation();
  const arrived = useHistoryState<{ errors?: DraftErrors } | null>();
  const [draft, onChange] = useDraft(cart);
  const offered = useShippingRates(cart, draft);
  const taxPlace = useTaxPlace(draft);
  const [errors, setErrors] = useState<DraftErrors>(arrived?.errors ?? {});
  const start = useStartCheckout();
  const giveConsent = useConsentOf(draft, onChange);
  const errorText = useShopError();
  const form = useRef<HTMLFormElement>(null);
  const show = (found: DraftErrors): void => {
    setErrors(found);
    const [first] = Object.keys(found);
    if (first !== undefined) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  };
  const submit = (): void => {
    const found = Object.fromEntries(
      checkDraft(draft, store.needs_region, taxPlace).map(([name, text]) => [name, t(text)]),
    );
    show(found);
    if (Object.keys(found).length > 0) return;
    giveConsent();
    start.mutate(
      { cart, draft },
      {
        onSuccess: () => navigate('/checkout/pay'),
        onError: error =>
          error instanceof ApiError && show(fieldErrors(fieldTexts(language, error))),
      },
    );
  };
  const part = { draft, errors, onChange };
  const isShortOf = cart.line_items.some(isShort);
  const isByAddress = draft.method === 'ship' || taxPlace !== undefined;
  const isUnshipped = isByAddress && (offered.isLoading || offered.error !== null);
  return (
    <CheckoutFrame step={0} cart={cart} delivery={deliveryOf(cart, offered, draft)}>
      <Form onSubmit={submit} ref={form}>
        <Method cart={cart} {...part} />
        <Contact cart={cart} {...part} />
        {draft.method === 'ship' && <DeliveryPanels cart={cart} offered={offered} {...part} />}
        {draft.method === 'pickup' && <Pickup {...part} />}
        {taxPlace && <TaxPlacePanel place={taxPlace} failure={offered.error} {...part} />}
        {(start.error !== null || isShortOf) && (
          <Alert color="red" variant="light" role="alert" title={t('app.error.title')}>
            {isShortOf ? t('cart.short.all') : errorText(start.error)}
          </Alert>
        )}
        <Button
          type="submit"
          size="lg"
          loading={start.isPending}
          disabled={isShortOf || isUnshipped}
        >
          {t('checkout.toPay')}
        </Button>
      </Form>
    </CheckoutFrame>
  );
}

export function DetailsPage(): ReactNode {
  const [running] = useState(storedCheckout.get);
  const [attempt] = useState(storedAttempt.get);
  // A payment with an unknown outcome is resolved first: the order may exist already.
  if (running !== undefined && running.id === attempt?.checkoutId)
    return <Redirect to="/checkout/pay" replace />;
  return <WithCart>{cart => <Details cart={cart} />}</WithCart>;
}
