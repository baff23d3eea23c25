import { DeviceError, type UsbDevice, within } from './ports.js';

const PRINTER_CLASS = 7;
/** Some receipt printers name no class. */
const VENDOR_CLASS = 255;
export const PRINTER_FILTERS = [{ classCode: PRINTER_CLASS }, { classCode: VENDOR_CLASS }];

const PART_BYTES = 4_096;
const PATIENCE_MS = 10_000;

/** Sends bytes to a printer; the printer is free for other programs afterwards. */
export async function sendByUsb(device: UsbDevice, bytes: Uint8Array): Promise<void> {
  await device.open();
  try {
    if (device.configuration === null) await device.selectConfiguration(1);
    const way = printerWay(device);
    await device.claimInterface(way.interface);
    for (let at = 0; at < bytes.length; at += PART_BYTES) {
      const part = bytes.slice(at, at + PART_BYTES);
      const { status } = await within(PATIENCE_MS, device.transferOut(way.endpoint, part));
      if (status !== 'ok') throw new DeviceError('failed');
    }
  } finally {
    await device.close().catch(() => undefined);
  }
}

/** The interface of the printer, and the endpoint that takes its bytes. */
function printerWay({ configuration }: UsbDevice): { interface: number; endpoint: number } {
  const ways = (configuration?.interfaces ?? []).flatMap(({ interfaceNumber, alternate }) => {
    const out = alternate.endpoints.find(
      ({ direction, type }) => direction === 'out' && type === 'bulk',
    );
    return out === undefined
      ? []
      : {
          interface: interfaceNumber,
          endpoint: out.endpointNumber,
          isPrinter: alternate.interfaceClass === PRINTER_CLASS,
        };
  });
  const way = ways.find(({ isPrinter }) => isPrinter) ?? ways[0];
  if (way === undefined) throw new DeviceError('noPrinter');
  return way;
}
