import { visitor } from '../../../platform/http/access.js';
import {
  Answer,
  Body,
  Money,
  Nullable,
  Text,
  Timestamp,
  Type,
  Uuid,
} from '../../../platform/http/schemas.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { CardFormAnswer } from '../../payments/index.js';
import { openHandover } from './open-handover.js';
import type { Address, Buyer } from './session.js';

const HandoverBody = Body({
  token: Type.Unsafe<string>({ ...Text(200, 1), writeOnly: true, description: 'Of the link' }),
});

const HandoverAnswer = Answer({
  success: Type.Literal(true),
  store_id: Uuid,
  currency: Type.String(),
  cart_id: Uuid,
  cart_token: Type.String({ description: 'The cart is that of whoever has this token' }),
  expires_at: Timestamp,
  email: Type.String({ description: 'Empty if the program has not sent it' }),
  address: Answer({
    firstName: Type.String(),
    lastName: Type.String(),
    company: Type.String(),
    address: Type.String(),
    apartment: Type.String(),
    city: Type.String(),
    region: Type.String(),
    postalCode: Type.String(),
    country: Type.String(),
    phone: Type.String(),
  }),
  delivery_id: Nullable(Type.String({ description: 'The delivery that the program has chosen' })),
  challenge: Nullable(
    Answer(
      {
        checkout_session_id: Uuid,
        fulfillment_method: Type.String(),
        expires_at: Timestamp,
        amount: Money,
        card_form: CardFormAnswer,
      },
      { description: 'A payment that the bank wants the card holder to confirm' },
    ),
  ),
});

const addressForm = (address: Address | null, buyer: Buyer | null) => ({
  firstName: address?.firstName ?? buyer?.firstName ?? '',
  lastName: address?.lastName ?? buyer?.lastName ?? '',
  company: address?.company ?? '',
  address: address?.line1 ?? '',
  apartment: address?.line2 ?? '',
  city: address?.city ?? '',
  region: address?.region ?? '',
  postalCode: address?.postalCode ?? '',
  country: address?.country ?? '',
  phone: address?.phone ?? buyer?.phone ?? '',
});

export function handoverRoutes(app: App, platform: Platform): void {
  app.post(
    '/web-commerce/handover/',
    {
      config: { access: visitor },
      schema: {
        tags: ['Web shop: checkout'],
        summary: 'Take over what a program has put together, by its link, which works once',
        body: HandoverBody,
        response: { 200: HandoverAnswer },
      },
    },
    async request => {
      const { buyer, address, challenge, ...opened } = await openHandover(
        platform,
        request.body.token,
      );
      return {
        success: true as const,
        store_id: opened.storeId,
        currency: opened.currency,
        cart_id: opened.cartId,
        cart_token: opened.cartToken,
        expires_at: opened.expiresAt.toISOString(),
        email: buyer?.email ?? '',
        address: addressForm(address, buyer),
        delivery_id: opened.optionId,
        challenge: challenge
          ? {
              checkout_session_id: challenge.checkoutId,
              fulfillment_method: challenge.method,
              expires_at: challenge.expiresAt.toISOString(),
              amount: challenge.amount,
              card_form: challenge.cardForm,
            }
          : null,
      };
    },
  );
}
