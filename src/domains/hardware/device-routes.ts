import { atomically } from '../../platform/database/tx.js';
import { notFound } from '../../platform/http/failure.js';
import { Type } from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import { partial } from '../../platform/http/write-routes.js';
import type { Platform } from '../../platform/platform.js';
import { atTillsToo, staff, staffOf } from '../access/index.js';
import { noteChanged } from './displays/show-basket.js';
import { visibleTill } from './find-terminal.js';
import { presentDevice } from './present.js';
import { removeDevice } from './remove-device.js';
import { deviceAt, listDevices } from './repository.js';
import { type DeviceChange, saveDevice } from './save-device.js';
import { DeviceAnswer, DeviceBody, DeviceParams, TillParams } from './schemas.js';

const tags = ['Devices'];
const LIST = '/terminals/:terminal_id/devices/';
const ONE = `${LIST}:id/`;
const read = { config: { access: staff('store.read') } };
const manage = {
  config: { access: atTillsToo('store.settings', 'A till is set up where it stands.') },
};

export function deviceRoutes(app: App, platform: Platform): void {
  readRoutes(app, platform);
  const { db } = platform;
  app.post(
    LIST,
    {
      ...manage,
      schema: {
        tags,
        summary: 'Set up a device at a till',
        params: TillParams,
        body: DeviceBody,
        response: { 201: DeviceAnswer },
      },
    },
    async (request, reply) => {
      const made = await atomically(db, async tx => {
        const place = await visibleTill(tx, staffOf(request), request.params.terminal_id);
        return saveDevice(tx, place, undefined, request.body);
      });
      return reply.code(201).send(presentDevice(made));
    },
  );

  app.patch(
    ONE,
    {
      ...manage,
      schema: {
        tags,
        summary: 'Change a device',
        params: DeviceParams,
        body: partial(DeviceBody),
        response: { 200: DeviceAnswer },
      },
    },
    async request => {
      const { terminal_id: terminal, id } = request.params;
      const saved = await atomically(db, async tx => {
        const place = await visibleTill(tx, staffOf(request), terminal);
        return saveDevice(tx, place, id, request.body as DeviceChange);
      });
      const { terminal_id: terminalId, store_id: storeId } = saved;
      await noteChanged(platform, { terminalId, storeId });
      return presentDevice(saved);
    },
  );

  app.delete(
    ONE,
    {
      ...manage,
      schema: {
        tags,
        summary: 'Remove a device, with its print jobs',
        params: DeviceParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const place = await atomically(db, async tx => {
        const { terminal_id: terminal, id } = request.params;
        const found = await visibleTill(tx, staffOf(request), terminal);
        await removeDevice(tx, found, id);
        return found;
      });
      await noteChanged(platform, place);
      return reply.code(204).send(null);
    },
  );
}

function readRoutes(app: App, { db }: Platform): void {
  app.get(
    LIST,
    {
      ...read,
      schema: {
        tags,
        summary: 'The devices of a till, with what each printer reported last',
        params: TillParams,
        response: { 200: Type.Array(DeviceAnswer) },
      },
    },
    async request => {
      const place = await visibleTill(db, staffOf(request), request.params.terminal_id);
      return (await listDevices(db, place)).map(presentDevice);
    },
  );

  app.get(
    ONE,
    {
      ...read,
      schema: {
        tags,
        summary: 'A device of a till',
        params: DeviceParams,
        response: { 200: DeviceAnswer },
      },
    },
    async request => {
      const { terminal_id: terminal, id } = request.params;
      const place = await visibleTill(db, staffOf(request), terminal);
      const device = await deviceAt(db, place, id);
      if (device === undefined) throw notFound('Device');
      return presentDevice(device);
    },
  );
}
