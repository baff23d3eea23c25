import '../support/till-device.js';
import { afterEach, describe, expect, it } from 'vitest';
import { formatsFor } from '../../src/domains/pricing/index.js';
import {
  displayBytes,
  displayLines,
  type Shown,
} from '../../web/register/state/devices/line-display.js';
import {
  connectDevice,
  openDrawerAt,
  sendToDevice,
  setScaleUnit,
  type WiredDevice,
  weighOn,
} from '../../web/register/state/devices/paired.js';
import { weightIn } from '../../web/register/state/devices/scale-protocol.js';

const STX = '\x02';
const device = (more: Partial<WiredDevice>): WiredDevice =>
  ({ id: 'd1', kind: 'printer', connection: 'webusb', name: 'Epson', ...more }) as WiredDevice;

/** What the browser offers, as WebUSB, WebHID and Web Serial define it. */
function plugIn(ports: { usb?: object; hid?: object; serial?: object }): void {
  Object.assign(navigator, { usb: undefined, hid: undefined, serial: undefined, ...ports });
}
afterEach(() => plugIn({}));

function usbPrinter({ interfaceClass = 7, status = 'ok' } = {}) {
  const log: unknown[] = [];
  const printer = {
    vendorId: 1208,
    productId: 514,
    serialNumber: 'A1',
    configuration: null as object | null,
    open: async () => void log.push('open'),
    close: async () => void log.push('close'),
    selectConfiguration: async () => {
      const endpoints = [{ endpointNumber: 1, direction: 'out', type: 'bulk' }];
      printer.configuration = {
        interfaces: [
          { interfaceNumber: 0, alternate: { interfaceClass: 3, endpoints: [] } },
          { interfaceNumber: 2, alternate: { interfaceClass, endpoints } },
        ],
      };
    },
    claimInterface: async (n: number) => void log.push(`claim ${n}`),
    transferOut: async (endpoint: number, bytes: Uint8Array) => {
      log.push([endpoint, bytes.length]);
      return { status };
    },
  };
  plugIn({ usb: { getDevices: async () => [printer], requestDevice: async () => printer } });
  return { log, printer };
}

/** A port that answers each write with the given text, in two parts. */
function serialPort(answer: string) {
  const written: number[][] = [];
  const opened: object[] = [];
  let push: (bytes: Uint8Array) => void = () => undefined;
  const port = {
    readable: null as ReadableStream<Uint8Array> | null,
    writable: null as WritableStream<Uint8Array> | null,
    getInfo: () => ({ usbVendorId: 1027, usbProductId: 24577 }),
    open: async (settings: object) => {
      opened.push(settings);
      port.readable = new ReadableStream<Uint8Array>({
        start: controller => {
          push = bytes => controller.enqueue(bytes);
        },
      });
      port.writable = new WritableStream<Uint8Array>({
        write: bytes => {
          written.push([...bytes]);
          const text = new TextEncoder().encode(answer);
          if (text.length > 0) push(text.slice(0, 3));
          if (text.length > 3) push(text.slice(3));
        },
      });
    },
    close: async () => void opened.push({ closed: true }),
  };
  plugIn({ serial: { getPorts: async () => [port], requestPort: async () => port } });
  return { written, opened };
}

describe('a printer on a USB cable', () => {
  it('gets the bytes in parts on the endpoint of its printer interface, and is free again', async () => {
    const { log } = usbPrinter();
    await connectDevice(device({}));
    await sendToDevice(device({}), new Uint8Array(5_000));
    expect(log).toEqual(['open', 'claim 2', [1, 4_096], [1, 904], 'close']);
  });

  it('opens its drawer with a pulse', async () => {
    const { log } = usbPrinter();
    await openDrawerAt(device({}));
    expect(log).toEqual(['open', 'claim 2', [1, 5], 'close']);
  });

  it('is closed after a failed transfer, and the next job starts anew', async () => {
    const { log } = usbPrinter({ status: 'stall' });
    const failed = sendToDevice(device({}), new Uint8Array(1));
    const next = sendToDevice(device({}), new Uint8Array(2));
    await expect(failed).rejects.toMatchObject({ problem: 'failed' });
    await expect(next).rejects.toMatchObject({ problem: 'failed' });
    expect(log).toEqual(['open', 'claim 2', [1, 1], 'close', 'open', 'claim 2', [1, 2], 'close']);
  });

  it('is asked for again when another one is plugged in, or nothing', async () => {
    const { printer, log } = usbPrinter();
    printer.serialNumber = 'B2';
    const send = () => sendToDevice(device({}), new Uint8Array(1));
    await expect(send()).rejects.toMatchObject({ problem: 'notConnected' });
    plugIn({});
    await expect(send()).rejects.toMatchObject({ problem: 'unsupported' });
    expect(log).toEqual([]);
  });
});

describe('a device on a serial port', () => {
  const printer = device({ id: 'd2', connection: 'webserial' });
  const scale = device({ id: 'd3', kind: 'scale', connection: 'webserial', name: 'Scale' });

  it('prints at the speed that was chosen for it', async () => {
    const { written, opened } = serialPort('');
    await connectDevice(printer, { baudRate: 38_400 });
    await sendToDevice(printer, Uint8Array.of(27, 64, 65));
    expect([written, opened]).toEqual([[[27, 64, 65]], [{ baudRate: 38_400 }, { closed: true }]]);
  });

  it('weighs', async () => {
    const { written, opened } = serialPort(`${STX}00.430\r`);
    await connectDevice(scale);
    expect(await weighOn(scale)).toEqual({ weight: '0.430', unit: 'kg' });
    expect(written).toEqual([[0x57]]);
    expect(opened).toEqual([{ baudRate: 9_600, dataBits: 7, parity: 'even' }, { closed: true }]);
  });

  it('weighs in the unit that is set for it, also after a change', async () => {
    serialPort(`${STX}00.430\r`);
    await connectDevice(scale, { unit: 'lb' });
    expect(await weighOn(scale)).toEqual({ weight: '0.430', unit: 'lb' });
    setScaleUnit(scale, 'kg');
    expect((await weighOn(scale)).unit).toBe('kg');
  });

  it('says why it has no weight, and lets go of the port', async () => {
    const { opened } = serialPort(`${STX}?A\r`);
    await expect(weighOn(scale)).rejects.toMatchObject({ problem: 'moving' });
    expect(opened.at(-1)).toEqual({ closed: true });
  });
});

/** A scale that sends these reports when it is open: status, unit, exponent, weight. */
function usbScale(...reports: [number, number, number, number][]) {
  const log: string[] = [];
  const listeners = new Set<(event: { data: DataView }) => void>();
  const scale = {
    vendorId: 2338,
    productId: 32777,
    opened: false,
    open: async () => void log.push('open'),
    close: async () => void log.push('close'),
    addEventListener: (_: string, listener: (event: { data: DataView }) => void) => {
      listeners.add(listener);
      for (const [status, unit, exponent, weight] of reports) {
        const data = new DataView(new ArrayBuffer(5));
        data.setUint8(0, status);
        data.setUint8(1, unit);
        data.setInt8(2, exponent);
        data.setUint16(3, weight, true);
        listener({ data });
      }
    },
    removeEventListener: (_: string, listener: (event: { data: DataView }) => void) =>
      void listeners.delete(listener),
  };
  plugIn({ hid: { getDevices: async () => [scale], requestDevice: async () => [scale] } });
  return { log, listeners };
}

describe('a scale on a USB cable', () => {
  const scale = device({ id: 'd4', kind: 'scale', name: 'Scale' });

  it('waits until the weight is still, and is free again', async () => {
    const { log, listeners } = usbScale([3, 2, 0, 400], [4, 2, 0, 430]);
    await connectDevice(scale);
    expect(await weighOn(scale)).toEqual({ weight: '0.430', unit: 'kg' });
    expect([log, listeners.size]).toEqual([['open', 'close'], 0]);
  });

  it.each([
    ['kg', [4, 3, -3, 1_234], '1.234'],
    ['lb', [4, 11, -1, 120], '0.750'],
    ['lb', [2, 12, -2, 0], '0.000'],
  ] as const)('weighs in %s as it reports %j', async (unit, report, weight) => {
    usbScale([...report]);
    await connectDevice(scale, { unit });
    expect(await weighOn(scale)).toEqual({ weight, unit });
  });

  it.each([
    [[5, 2, 0, 0], 'underZero'],
    [[6, 2, 0, 9_999], 'overload'],
    [[4, 12, 0, 1], 'otherUnit'],
    [[4, 99, 0, 1], 'failed'],
    [[3, 2, 0, 430], 'moving'],
  ] as const)('says why %j is no weight, and lets go of the scale', async (report, problem) => {
    const { log } = usbScale([...report]);
    await connectDevice(scale, { unit: 'kg' });
    await expect(weighOn(scale)).rejects.toMatchObject({ problem });
    expect(log).toEqual(['open', 'close']);
  });

  it('is not connected by a list that was closed without a choice', async () => {
    const other = device({ id: 'd5', kind: 'scale' });
    plugIn({ hid: { getDevices: async () => [], requestDevice: async () => [] } });
    await expect(connectDevice(other)).rejects.toMatchObject({ name: 'NotFoundError' });
    await expect(weighOn(other)).rejects.toMatchObject({ problem: 'notConnected' });
  });
});

describe('a display with two lines', () => {
  const words = {
    ...{ store: 'Käsehaus', total: 'Summe', due: 'Offen', change: 'Rückgeld' },
    amount: formatsFor('de', 'EUR').amount,
  };
  const lines = [{ name: 'Gruyère mit sehr langem Namen', quantity: '1', amount: '10.12' }];

  it.each([
    [{ step: 'idle', lines: [] }, ['Kasehaus            ', '                    ']],
    [
      { step: 'basket', lines, total: '10.12', due: '10.12' },
      ['Gruyere mit se 10,12', 'Summe          10,12'],
    ],
    [
      { step: 'payment', lines, total: '10.12', due: '5.12' },
      ['Summe          10,12', 'Offen           5,12'],
    ],
    [
      { step: 'paid', lines: [], total: '10.12', change: '9.88' },
      ['Summe          10,12', 'Ruckgeld        9,88'],
    ],
  ] as const)('shows %j', (shown, expected) => {
    const both = displayLines(shown as unknown as Shown, words);
    expect(both).toEqual(expected);
    expect([...displayBytes(both)].slice(0, 3)).toEqual([0x1b, 0x40, both[0].charCodeAt(0)]);
    expect(displayBytes(both)).toHaveLength(42);
  });

  it.each([
    ['en', 'USD', '1234.50'],
    ['de', 'EUR', '1.234,50'],
    ['de', 'CHF', "1'234.50"],
  ] as const)('writes amounts as a store in %s with %s does', (language, currency, amount) => {
    const local = { ...words, amount: formatsFor(language, currency).amount };
    const shown: Shown = { step: 'payment', lines: [], total: '1234.50', due: '1234.50' };
    const both = displayLines(shown, local);
    expect(both[0]).toBe(`Summe${amount.padStart(15)}`);
    expect(displayBytes(both)).toHaveLength(42);
  });
});

describe('the answer of a scale', () => {
  it.each([
    [`${STX}12.345\r`, '12.345'],
    [`${STX} 00.05N\r`, '0.05'],
    [`${STX}000.000\r`, '0.000'],
  ])('%j is a weight', (answer, weight) => expect(weightIn(answer)).toBe(weight));

  it.each([
    [`${STX}?B\r`, 'overload'],
    [`${STX}?D\r`, 'underZero'],
    [`${STX}?@\r`, 'failed'],
    ['nonsense\r', 'failed'],
  ])('%j is none', (answer, problem) => {
    expect(() => weightIn(answer)).toThrow(expect.objectContaining({ problem }));
  });
});
