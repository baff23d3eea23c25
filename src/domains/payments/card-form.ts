import { Answer, Nullable, Type } from '../../platform/http/schemas.js';
import type { Platform } from '../../platform/platform.js';
import type { PaymentMethod } from './methods/repository.js';
import type { CardForm } from './processors/descriptor.js';
import { cardFormOf, parseProcessorType, paysByOrder } from './processors/registry.js';

/** The form that takes the card of a web order; null if the method has none. */
export function webCardForm(
  platform: Platform,
  { method_type, processor_type }: Pick<PaymentMethod, 'method_type' | 'processor_type'>,
): CardForm | null {
  if (method_type !== 'card') return null;
  return cardFormOf(platform, parseProcessorType(processor_type ?? '') ?? 'primary') ?? null;
}

/** Whether shoppers know the method as a card; PayPal and the like have names of their own. */
export function isPaidByCard({
  method_type,
  processor_type,
}: Pick<PaymentMethod, 'method_type' | 'processor_type'>): boolean {
  const type = parseProcessorType(processor_type ?? '');
  return method_type === 'card' && !(type !== undefined && paysByOrder(type));
}

export const CardFormAnswer = Nullable(
  Answer(
    {
      kind: Type.Union([
        Type.Literal('stripe'),
        Type.Literal('square'),
        Type.Literal('redirect'),
        Type.Literal('sandbox'),
      ]),
      publishable_key: Nullable(Type.String({ description: "For Square, the application's id" })),
      location_id: Type.Optional(Type.String({ description: 'For Square only' })),
    },
    {
      description:
        'How a page takes the payment: Stripe Elements or the card fields of Square with this key; the sandbox; `redirect` for a page of the processor such as PayPal’s, whose address is the `client_secret` of the answer that requires an action; null if there is no form for it',
    },
  ),
);
