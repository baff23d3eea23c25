import { visitor } from '../../../platform/http/access.js';
import { Answer, Body, Text, Type } from '../../../platform/http/schemas.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { languageAsked, visitSecurity } from '../../people/index.js';
import { onOwnCart } from '../carts/own-cart.js';
import { CartParams, DoneAnswer } from '../carts/schemas.js';
import { setReminder } from './set-reminder.js';
import { withdrawReminder } from './withdraw-reminder.js';

const tags = ['Web shop: mails'];

const ReminderBody = Body({
  consent: Type.Boolean({ description: 'True: one mail if the cart is left; false withdraws it' }),
  email: Type.Optional(
    Type.String({ maxLength: 254, description: 'Required with consent: where the mail goes' }),
  ),
});
const ReminderAnswer = Answer({ success: Type.Literal(true), consent: Type.Boolean() });

export const LinkBody = Body({
  token: Type.Unsafe<string>({ ...Text(1_000, 1), writeOnly: true }),
});

export function reminderRoutes(app: App, platform: Platform): void {
  app.put(
    '/web-commerce/cart/:cart_id/reminder/',
    {
      config: { access: visitor },
      attachValidation: true,
      schema: {
        tags,
        security: visitSecurity,
        summary: 'Allow one mail about the cart if it is left, or withdraw that',
        params: CartParams,
        body: ReminderBody,
        response: { 200: ReminderAnswer },
      },
    },
    async request => {
      const { cart_id: cartId } = request.params as { cart_id: string };
      const done = await onOwnCart(platform, request, String(cartId), ref =>
        setReminder(platform, ref, {
          ...request.body,
          language: languageAsked(request),
          address: request.ip,
        }),
      );
      return { success: true as const, ...done };
    },
  );

  app.post(
    '/web-commerce/cart-reminder/withdraw/',
    {
      config: { access: visitor },
      schema: {
        tags,
        summary: 'Withdraw the consent to reminders of carts, by the link of such a mail',
        body: LinkBody,
        response: { 200: DoneAnswer },
      },
    },
    async request => {
      await withdrawReminder(platform, request.body.token);
      return { success: true as const, message: 'You get no more reminders of carts.' };
    },
  );
}
