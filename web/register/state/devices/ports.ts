/** As much of WebUSB, WebHID and Web Serial as a till needs; TypeScript has no types of them. */
type UsbEndpoint = { endpointNumber: number; direction: 'in' | 'out'; type: string };
type UsbInterface = {
  interfaceNumber: number;
  alternate: { interfaceClass: number; endpoints: UsbEndpoint[] };
};
export type UsbDevice = {
  vendorId: number;
  productId: number;
  serialNumber?: string;
  configuration: { interfaces: UsbInterface[] } | null;
  open(): Promise<void>;
  close(): Promise<void>;
  selectConfiguration(value: number): Promise<void>;
  claimInterface(number: number): Promise<void>;
  transferOut(endpoint: number, data: Uint8Array): Promise<{ status: string }>;
};
type Usb = {
  getDevices(): Promise<UsbDevice[]>;
  requestDevice(options: { filters: { classCode: number }[] }): Promise<UsbDevice>;
};

type ReportListener = (event: { data: DataView }) => void;
export type HidDevice = {
  vendorId: number;
  productId: number;
  opened: boolean;
  open(): Promise<void>;
  close(): Promise<void>;
  addEventListener(name: 'inputreport', listener: ReportListener): void;
  removeEventListener(name: 'inputreport', listener: ReportListener): void;
};
type Hid = {
  getDevices(): Promise<HidDevice[]>;
  /** Empty if the person has chosen none. */
  requestDevice(options: { filters: { usagePage: number }[] }): Promise<HidDevice[]>;
};

export type SerialSettings = { baudRate: number; dataBits?: 7 | 8; parity?: 'none' | 'even' };
export type SerialPort = {
  readable: ReadableStream<Uint8Array> | null;
  writable: WritableStream<Uint8Array> | null;
  getInfo(): { usbVendorId?: number; usbProductId?: number };
  open(settings: SerialSettings): Promise<void>;
  close(): Promise<void>;
};
type Serial = {
  getPorts(): Promise<SerialPort[]>;
  requestPort(): Promise<SerialPort>;
};

export type Wired = 'webusb' | 'webserial';

type Ports = { usb?: Usb; hid?: Hid; serial?: Serial };
const browser = (): Ports => navigator as Ports;

/** Browsers reach a scale on a USB cable with WebHID, like a keyboard, and not with WebUSB. */
export const portOf = ({ kind, connection }: { kind: string; connection: Wired }): keyof Ports => {
  if (connection === 'webserial') return 'serial';
  return kind === 'scale' ? 'hid' : 'usb';
};

/** Safari and Firefox have none of them, and pages over plain http have none in any browser. */
export const isSupported = (device: { kind: string; connection: Wired }): boolean =>
  browser()[portOf(device)] !== undefined;

/** Why a device does not work; the screens have a text for each reason. */
export type Problem =
  | 'unsupported'
  | 'notConnected'
  | 'noPrinter'
  | 'failed'
  | 'silent'
  | 'moving'
  | 'overload'
  | 'underZero'
  | 'otherUnit';

export class DeviceError extends Error {
  constructor(
    readonly problem: Problem,
    options?: ErrorOptions,
  ) {
    super(problem, options);
  }
}

export function usb(): Usb {
  const { usb: found } = browser();
  if (found === undefined) throw new DeviceError('unsupported');
  return found;
}

export function hid(): Hid {
  const { hid: found } = browser();
  if (found === undefined) throw new DeviceError('unsupported');
  return found;
}

export function serial(): Serial {
  const { serial: found } = browser();
  if (found === undefined) throw new DeviceError('unsupported');
  return found;
}

/** A printer without paper takes no more bytes, and says nothing. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DeviceError('silent')), ms);
  });
  // After a timeout the work ends when the port is closed.
  work.catch(() => undefined);
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
