import { signedIn, visitor } from '../../../platform/http/access.js';
import { Answer, Body, OpenQuery, Text, Type } from '../../../platform/http/schemas.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { principalOf } from '../../access/index.js';
import { languageAsked, mailConsentOf, setMailConsent } from '../../people/index.js';
import { askForAlert } from './ask-for-alert.js';
import { unsubscribe } from './unsubscribe.js';

const tags = ['Web shop: mails'];

const AlertBody = Body({
  store_id: Text(100, 1),
  sku: Text(100, 1),
  email: Type.String({ format: 'email', minLength: 3, maxLength: 254 }),
  consent: Type.Boolean({ description: 'Must be true: one mail when the goods are back' }),
});
const UnsubscribeBody = Body({
  token: Type.Unsafe<string>({ ...Text(1_000, 1), writeOnly: true }),
});
const ConsentBody = Body({ consent: Type.Boolean() });
const DoneAnswer = Answer({ success: Type.Literal(true), message: Type.String() });
const ConsentAnswer = Answer({ success: Type.Literal(true), consent: Type.Boolean() });

export function alertRoutes(app: App, platform: Platform): void {
  app.post(
    '/web-commerce/stock-alerts/',
    {
      config: { access: visitor },
      schema: {
        tags,
        summary: 'Ask for one mail when goods are available at a store again',
        body: AlertBody,
        response: { 202: DoneAnswer },
      },
    },
    async (request, reply) => {
      const { store_id: storeId, ...alert } = request.body;
      const language = languageAsked(request);
      await askForAlert(platform, { ...alert, storeId, language, address: request.ip });
      const message = 'We send you a mail when it is available again.';
      return reply.code(202).send({ success: true as const, message });
    },
  );

  app.post(
    '/web-commerce/mail-unsubscribe/',
    {
      config: { access: visitor },
      schema: {
        tags,
        summary: 'End mails that need consent, by the link of such a mail',
        body: UnsubscribeBody,
        response: { 200: DoneAnswer },
      },
    },
    async request => {
      await unsubscribe(platform, request.body.token);
      return { success: true as const, message: 'You get no more of these mails.' };
    },
  );

  consentRoutes(app, platform);
}

function consentRoutes(app: App, platform: Platform): void {
  app.get(
    '/web-commerce/account/mail-consent/',
    {
      config: { access: signedIn('web') },
      schema: {
        tags,
        summary: 'Whether you want mails about your cart and offers',
        querystring: OpenQuery({}),
        response: { 200: ConsentAnswer },
      },
    },
    async request => ({
      success: true as const,
      consent: await mailConsentOf(platform.db, principalOf(request).userId),
    }),
  );

  app.put(
    '/web-commerce/account/mail-consent/',
    {
      config: { access: signedIn('web') },
      schema: {
        tags,
        summary: 'Allow or end mails about your cart and offers',
        body: ConsentBody,
        response: { 200: ConsentAnswer },
      },
    },
    async request => {
      const { consent } = request.body;
      await setMailConsent(platform, principalOf(request).userId, consent);
      return { success: true as const, consent };
    },
  );
}
