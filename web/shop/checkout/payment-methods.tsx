import { Stack } from '@mantine/core';
import { IconBuildingStore, IconCreditCard, IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { lazy, type ReactNode, Suspense } from 'react';
import { minorPerUnit } from '../../../src/platform/currencies.js';
import { useApi } from '../../shared/api/index.js';
import { Loading, Show } from '../../shared/components/states.js';
import { useI18n } from '../../shared/i18n/index.js';
import { Choice } from '../parts/choice.js';
import { Panel } from '../parts/panel.js';
import { useShop } from '../session/store.js';
import { useT } from '../texts/index.js';
import type { FulfillmentMethod, PaymentMethod } from '../types.js';
import type { CardLink } from './card-source.js';
import { isRedirect, takesCard } from './method-kinds.js';
import { SandboxForm } from './sandbox-form.js';

/** Only shops with Stripe or Square load its part. */
const StripeForm = lazy(async () => ({
  default: (await import('./stripe-form.js')).StripeForm,
}));
const SquareForm = lazy(async () => ({
  default: (await import('./square-form.js')).SquareForm,
}));

const isWithinLimits = (
  { minimum_amount: least, maximum_amount: most }: PaymentMethod,
  amount: number,
): boolean => amount >= Number(least) && (most === null || amount <= Number(most));

/** A shopper pays by card, whichever company charges it: the first with a form, as the desk orders them. */
const oneCard = (methods: PaymentMethod[]): PaymentMethod[] => {
  const first = methods.find(method => takesCard(method) && method.card_form !== null);
  return methods.filter(method => method === first || !takesCard(method));
};

/** Payment methods available for this order. */
export function usePaymentMethods(fulfillment: FulfillmentMethod, cents: number) {
  const api = useApi();
  const { store } = useShop();
  const { language } = useI18n();
  return useQuery({
    queryKey: ['payment-methods', store.id, language],
    queryFn: () =>
      answer(
        api.GET('/web-commerce/payment-methods/', {
          params: { query: { store_id: store.id, language } },
        }),
      ),
    select: ({ payment_methods: methods }) =>
      oneCard(
        methods.filter(method => {
          const atStore = method.method_type === 'pay_at_store';
          if (atStore && !(fulfillment === 'pickup' && store.pay_at_store_enabled)) return false;
          return (
            (atStore || method.method_type === 'card') &&
            isWithinLimits(method, cents / minorPerUnit(store.currency))
          );
        }),
      ),
    staleTime: 60_000,
  });
}

function textOf(t: ReturnType<typeof useT>, method: PaymentMethod): string {
  if (isRedirect(method)) return t('pay.redirect.text');
  return takesCard(method) ? t('pay.card.text') : method.description;
}

function iconOf(method: PaymentMethod): ReactNode {
  if (isRedirect(method)) return <IconExternalLink aria-hidden />;
  return takesCard(method) ? <IconCreditCard aria-hidden /> : <IconBuildingStore aria-hidden />;
}

export function PaymentPanel(props: {
  methods: ReturnType<typeof usePaymentMethods>;
  method: PaymentMethod | undefined;
  onChange: (method: PaymentMethod | undefined) => void;
  link: CardLink;
  cents: number;
}): ReactNode {
  const t = useT();
  const { methods, method: chosen, onChange, link } = props;
  const form = chosen?.card_form;
  return (
    <Panel title={t('pay.how')}>
      <Show query={methods}>
        {list => (
          <Stack gap="md">
            <Choice
              label={t('pay.how')}
              hideLabel
              value={chosen?.id ?? ''}
              onChange={id => onChange(list.find(method => method.id === id))}
              options={list.map(method => ({
                value: method.id,
                title: method.name,
                text: textOf(t, method),
                icon: iconOf(method),
              }))}
            />
            {form?.kind === 'sandbox' && <SandboxForm link={link} />}
            {form?.kind === 'stripe' && (
              <Suspense fallback={<Loading />}>
                <StripeForm
                  publishableKey={form.publishable_key ?? ''}
                  cents={props.cents}
                  link={link}
                />
              </Suspense>
            )}
            {form?.kind === 'square' && (
              <Suspense fallback={<Loading />}>
                <SquareForm
                  account={{
                    applicationId: form.publishable_key ?? '',
                    locationId: form.location_id ?? '',
                  }}
                  cents={props.cents}
                  link={link}
                />
              </Suspense>
            )}
          </Stack>
        )}
      </Show>
    </Panel>
  );
}
