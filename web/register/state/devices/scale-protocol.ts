import { DeviceError, type Problem, type SerialSettings } from './ports.js';

/**
 * The protocol of the Mettler Toledo 8217, which most scales for counters offer: after `W` the scale
 * sends STX, the weight with its decimal point, and CR; or STX, `?`, a byte of states, and CR.
 */
export const SCALE: SerialSettings = { baudRate: 9_600, dataBits: 7, parity: 'even' };
export const ASK_WEIGHT = Uint8Array.of(0x57);
export const END = '\r';

const STX = String.fromCharCode(2);
const WEIGHT = new RegExp(`${STX}\\s*(\\d{1,3}\\.\\d{2,3})N?${END}`);
const STATE = new RegExp(`${STX}\\s*\\?([^])${END}`);

/** Bits of the byte of states, the first that is set counts. */
const STATES: [bit: number, problem: Problem][] = [
  [1, 'moving'],
  [2, 'overload'],
  [4, 'underZero'],
];

/** The weight in the unit of the scale, such as `0.430`. */
export function weightIn(answer: string): string {
  const weight = WEIGHT.exec(answer)?.[1];
  if (weight !== undefined) return weight.replace(/^0+(?=\d)/, '');
  const state = STATE.exec(answer)?.[1]?.charCodeAt(0) ?? 0;
  throw new DeviceError(STATES.find(([bit]) => (state & bit) !== 0)?.[1] ?? 'failed');
}
