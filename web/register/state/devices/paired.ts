import type { TillDevice } from '../../../shared/till-devices.js';
import { stored } from '../stored.js';
import {
  DeviceError,
  type HidDevice,
  hid,
  isSupported,
  portOf,
  type SerialPort,
  serial,
  type UsbDevice,
  usb,
  type Wired,
} from './ports.js';
import { ASK_WEIGHT, END, SCALE, weightIn } from './scale-protocol.js';
import { askBySerial, sendBySerial } from './serial-port.js';
import { PRINTER_FILTERS, sendByUsb } from './usb-printer.js';
import { findScale, SCALE_FILTERS, weighByUsb } from './usb-scale.js';

export type { TillDevice };
export type WiredDevice = TillDevice & { connection: Wired };

export const isWired = (device: TillDevice): device is WiredDevice =>
  device.connection === 'webusb' || device.connection === 'webserial';

/** Goods are sold in these; a scale on a serial port sends a number without its unit. */
export const SCALE_UNITS = ['kg', 'lb'] as const;
export type ScaleUnit = (typeof SCALE_UNITS)[number];
export const DEFAULT_SCALE_UNIT = 'kg';

/** Ids that find a device of the browser again after a reload, and its settings. */
type Paired = {
  vendorId?: number;
  productId?: number;
  serialNumber?: string;
  baudRate?: number;
  /** Unset: kilograms. */
  unit?: ScaleUnit;
};

/** Devices of this tablet; another tablet at the same till has cables of its own. */
const paired = stored<Record<string, Paired>>('devices', {});

export const usePaired = (): Record<string, Paired> => paired.use();

/** Whether a device was connected to this tablet once; it may be unplugged now. */
export const hasPaired = (): boolean => Object.keys(paired.get()).length > 0;

export const DEFAULT_BAUD = 9_600;

/** Asks the person which device of the browser it is; needs a touch of a button. */
export async function connectDevice(
  device: WiredDevice,
  { baudRate = DEFAULT_BAUD, unit }: Pick<Paired, 'baudRate' | 'unit'> = {},
): Promise<void> {
  const choose = { usb: chooseUsb, hid: chooseScale, serial: () => choosePort(baudRate) };
  const known = await choose[portOf(device)]();
  paired.set(all => ({ ...all, [device.id]: { ...known, ...(unit && { unit }) } }));
}

/** Changes the unit of a scale that is connected already. */
export const setScaleUnit = ({ id }: WiredDevice, unit: ScaleUnit): void =>
  paired.set(all => (all[id] === undefined ? all : { ...all, [id]: { ...all[id], unit } }));

async function chooseUsb(): Promise<Paired> {
  const { vendorId, productId, serialNumber } = await usb().requestDevice({
    filters: PRINTER_FILTERS,
  });
  return { vendorId, productId, serialNumber };
}

async function chooseScale(): Promise<Paired> {
  const [chosen] = await hid().requestDevice({ filters: SCALE_FILTERS });
  // The same error that the browser's other device choosers throw.
  if (chosen === undefined) throw new DOMException('no scale was chosen', 'NotFoundError');
  return { vendorId: chosen.vendorId, productId: chosen.productId };
}

async function choosePort(baudRate: number): Promise<Paired> {
  const { usbVendorId: vendorId, usbProductId: productId } = (
    await serial().requestPort()
  ).getInfo();
  return { vendorId, productId, baudRate };
}

const pairingOf = (device: WiredDevice): Paired => {
  if (!isSupported(device)) throw new DeviceError('unsupported');
  const known = paired.get()[device.id];
  if (known === undefined) throw new DeviceError('notConnected');
  return known;
};

async function usbDeviceOf(device: WiredDevice): Promise<UsbDevice> {
  const { vendorId, productId, serialNumber } = pairingOf(device);
  const found = (await usb().getDevices()).find(
    one =>
      one.vendorId === vendorId && one.productId === productId && one.serialNumber === serialNumber,
  );
  if (found === undefined) throw new DeviceError('notConnected');
  return found;
}

async function scaleOf(device: WiredDevice): Promise<HidDevice> {
  const { vendorId, productId } = pairingOf(device);
  const found = await findScale(one => one.vendorId === vendorId && one.productId === productId);
  if (found === undefined) throw new DeviceError('notConnected');
  return found;
}

async function serialPortOf(device: WiredDevice): Promise<SerialPort> {
  const { vendorId, productId } = pairingOf(device);
  const found = (await serial().getPorts()).find(port => {
    const info = port.getInfo();
    return info.usbVendorId === vendorId && info.usbProductId === productId;
  });
  if (found === undefined) throw new DeviceError('notConnected');
  return found;
}

let last: Promise<unknown> = Promise.resolve();

/** A port is open once only, so jobs wait for each other. */
function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  const mine = last.then(work).catch((error: unknown) => {
    if (error instanceof DeviceError) throw error;
    // Unplugged, or another program uses it.
    throw new DeviceError('failed', { cause: error });
  });
  last = mine.catch(() => undefined);
  return mine;
}

export const sendToDevice = (device: WiredDevice, bytes: Uint8Array): Promise<void> =>
  oneAtATime(async () => {
    if (device.connection === 'webusb') return sendByUsb(await usbDeviceOf(device), bytes);
    const { baudRate = DEFAULT_BAUD } = pairingOf(device);
    return sendBySerial(await serialPortOf(device), { baudRate }, bytes);
  });

/** The weight in the unit that is set for the scale. */
export const weighOn = (device: WiredDevice): Promise<{ weight: string; unit: ScaleUnit }> =>
  oneAtATime(async () => {
    const { unit = DEFAULT_SCALE_UNIT } = pairingOf(device);
    if (portOf(device) === 'hid') {
      const reading = await weighByUsb(await scaleOf(device));
      if (reading.unit !== unit) throw new DeviceError('otherUnit');
      return reading;
    }
    const answer = await askBySerial(await serialPortOf(device), SCALE, ASK_WEIGHT, END);
    return { weight: weightIn(answer), unit };
  });

/** `ESC p`: a pulse of 100 ms on pin 2 opens the drawer that is plugged into the printer. */
const PULSE = Uint8Array.of(0x1b, 0x70, 0, 50, 250);

export const openDrawerAt = (printer: WiredDevice): Promise<void> => sendToDevice(printer, PULSE);
