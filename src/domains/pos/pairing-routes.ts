import { Answer, Params, Text, Timestamp, Type, Uuid } from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import type { Platform } from '../../platform/platform.js';
import { office, staffOf } from '../access/index.js';
import { deviceName, fullName, type PairedDevice, pairedDevicesOf } from '../people/index.js';
import { StoreParams, TerminalParams } from '../stores/index.js';
import { visibleStoreId } from './find-terminal.js';
import { makePairingCode } from './make-pairing-code.js';
import { unpairDevice } from './unpair-device.js';

const tags = ['Stores'];
const manage = { config: { access: office('store.settings') } };

const CodeAnswer = Answer({
  code: Type.String({ format: 'password', description: 'Shown only here; it works once' }),
  terminal_id: Type.String(),
  expires_at: Timestamp,
});

const DeviceAnswer = Answer({
  id: Uuid,
  terminal_id: Type.String(),
  device: Type.String({ description: 'What the browser or program called itself' }),
  device_name: Type.String({ description: 'The same for people: `Chrome, Windows`' }),
  paired_by: Type.String({ description: 'Name of the person who made the code' }),
  paired_at: Timestamp,
  last_seen_at: Timestamp,
});

const present = (device: PairedDevice) => ({
  id: device.id,
  terminal_id: device.terminal_id,
  device: device.user_agent,
  device_name: deviceName(device.user_agent),
  paired_by: fullName({
    first_name: device.first_name ?? '',
    last_name: device.last_name ?? '',
    username: device.username,
    employee_number: device.employee_number,
  }),
  paired_at: device.paired_at.toISOString(),
  last_seen_at: device.last_seen_at.toISOString(),
});

/** The manager's side of pairing; a device uses its code at `/pos/auth/pairing/`. */
export function pairingRoutes(app: App, platform: Platform): void {
  app.post(
    '/stores/:store/terminals/:terminal/pairing-code/',
    {
      ...manage,
      schema: {
        tags,
        summary: 'Make a code that pairs one device with a till, within ten minutes',
        params: TerminalParams,
        response: { 201: CodeAnswer },
      },
    },
    async (request, reply) => {
      const made = await makePairingCode(platform, staffOf(request), request.params);
      return reply.code(201).send(made);
    },
  );

  app.get(
    '/stores/:store/paired-devices/',
    {
      ...manage,
      schema: {
        tags,
        summary: 'The devices that are paired with the tills of a store',
        params: StoreParams,
        response: { 200: Type.Array(DeviceAnswer) },
      },
    },
    async request => {
      const { db } = platform;
      const storeId = await visibleStoreId(db, staffOf(request), request.params.store);
      return (await pairedDevicesOf(db, storeId)).map(present);
    },
  );

  app.delete(
    '/stores/:store/paired-devices/:id/',
    {
      ...manage,
      schema: {
        tags,
        summary: 'Unpair a device, which ends its logins',
        params: Params({ store: Text(255, 1), id: Uuid }),
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await unpairDevice(platform, staffOf(request), request.params);
      return reply.code(204).send(null);
    },
  );
}
