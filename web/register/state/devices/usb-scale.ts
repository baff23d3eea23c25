import { DeviceError, type HidDevice, hid, type Problem, within } from './ports.js';

/** The HID usage page of scales, which browsers keep from WebUSB and offer by WebHID. */
const SCALES = 0x8d;
export const SCALE_FILTERS = [{ usagePage: SCALES }];

/** A scale reports several times a second. */
const ANSWER_MS = 2_000;

/** The report `Scale Data`: status, unit, exponent of ten, and the weight in 16 bits. */
const REPORT_BYTES = 5;

/** Codes of the status, besides a weight that is stable. */
const PROBLEMS: Record<number, Problem> = {
  1: 'failed',
  5: 'underZero',
  6: 'overload',
  7: 'failed',
  8: 'underZero',
};
const STABLE_AT_ZERO = 2;
const MOVING = 3;
const STABLE = 4;

/** Codes of the unit, and what one of it is in the unit that goods are sold in. */
const UNITS: Record<number, { unit: 'kg' | 'lb'; factor: number }> = {
  2: { unit: 'kg', factor: 0.001 },
  3: { unit: 'kg', factor: 1 },
  11: { unit: 'lb', factor: 1 / 16 },
  12: { unit: 'lb', factor: 1 },
};

export type Reading = { weight: string; unit: 'kg' | 'lb' };

/** Undefined while the scale moves. */
export function readingIn(report: DataView): Reading | undefined {
  if (report.byteLength < REPORT_BYTES) throw new DeviceError('failed');
  const status = report.getUint8(0);
  if (status === MOVING) return undefined;
  const known = UNITS[report.getUint8(1)];
  const isWeight = status === STABLE || status === STABLE_AT_ZERO;
  if (!isWeight || known === undefined) throw new DeviceError(PROBLEMS[status] ?? 'failed');
  const size = report.getUint16(3, true) * 10 ** report.getInt8(2) * known.factor;
  return { weight: size.toFixed(3), unit: known.unit };
}

/** The next weight that is stable; the scale is free for other programs afterwards. */
export async function weighByUsb(device: HidDevice): Promise<Reading> {
  if (!device.opened) await device.open();
  let stop = (): void => undefined;
  let hasReported = false;
  try {
    const reading = new Promise<Reading>((resolve, reject) => {
      const onReport = ({ data }: { data: DataView }): void => {
        hasReported = true;
        try {
          const found = readingIn(data);
          if (found !== undefined) resolve(found);
        } catch (error) {
          reject(error);
        }
      };
      device.addEventListener('inputreport', onReport);
      stop = () => device.removeEventListener('inputreport', onReport);
    });
    return await within(ANSWER_MS, reading);
  } catch (error) {
    const isSilent = error instanceof DeviceError && error.problem === 'silent';
    throw isSilent && hasReported ? new DeviceError('moving') : error;
  } finally {
    stop();
    await device.close().catch(() => undefined);
  }
}

/** The scale that was chosen before. */
export async function findScale(
  isSame: (device: HidDevice) => boolean,
): Promise<HidDevice | undefined> {
  return (await hid().getDevices()).find(isSame);
}
