import { Answer, Body, Nullable, Query, Text, Type, Uuid } from '../../../platform/http/schemas.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { deviceOf, giveDeviceToken } from '../devices/device.js';
import { ofTill } from '../devices/device-token.js';
import { beforeLogin } from '../logins/before-login.js';
import { LOGIN_BODY_LIMIT_BYTES } from '../logins/body-limit.js';
import { readPairingCookie, setPairingCookie } from './cookie.js';
import { pairDevice } from './pair-device.js';
import { readPairing } from './read-pairing.js';

const tags = ['Till login'];
const open = { config: { access: beforeLogin }, bodyLimit: LOGIN_BODY_LIMIT_BYTES };

const PairedAnswer = Answer({
  terminal_id: Type.String(),
  terminal_name: Type.String(),
  is_active: Type.Boolean(),
  store: Answer({ id: Uuid, code: Type.String(), name: Type.String() }),
});

/** The device's side of pairing; managers make codes and unpair devices below `/stores/`. */
export function pairingRoutes(app: App, platform: Platform): void {
  app.get(
    '/pos/auth/pairing/',
    {
      ...open,
      schema: {
        tags,
        summary: 'The till that this device is paired with, by its cookie',
        querystring: Query({ store_id: Type.Optional(Text(255, 1)) }),
        response: {
          200: Answer({
            success: Type.Literal(true),
            required: Type.Boolean({
              description: 'Whether `store_id` takes PINs only from paired devices',
            }),
            paired: Nullable(PairedAnswer),
          }),
        },
      },
    },
    request => readPairing(platform, readPairingCookie(request), request.query.store_id),
  );

  app.post(
    '/pos/auth/pairing/',
    {
      ...open,
      schema: {
        tags,
        summary: 'Pair this device with the till of a code; the answer sets its cookie',
        body: Body({
          code: Text(20, 1),
          attempt: Type.String({
            minLength: 16,
            maxLength: 128,
            description:
              'Random, made by the device for this code. After a lost answer the same code works again with the same attempt.',
          }),
          store_id: Type.Optional(Text(255, 1)),
        }),
        response: { 200: Answer({ success: Type.Literal(true), paired: PairedAnswer }) },
      },
    },
    async (request, reply) => {
      const device = deviceOf(platform, request);
      const { token, terminal, store } = await pairDevice(platform, {
        code: request.body.code,
        attempt: request.body.attempt,
        storeRef: request.body.store_id,
        address: request.ip,
        userAgent: device.userAgent,
        oldToken: readPairingCookie(request),
      });
      setPairingCookie(reply, platform, token);
      giveDeviceToken(reply, platform, device, ofTill(terminal.id));
      return {
        success: true as const,
        paired: {
          terminal_id: terminal.id,
          terminal_name: terminal.name,
          is_active: terminal.is_active,
          store: { id: store.id, code: store.code, name: store.name },
        },
      };
    },
  );
}
