import { DeviceError, type SerialPort, type SerialSettings, within } from './ports.js';

const PATIENCE_MS = 10_000;
/** A scale answers within half a second. */
const ANSWER_MS = 2_000;
/** Longer than any answer of a scale. */
const MOST_CHARACTERS = 200;

export async function sendBySerial(
  port: SerialPort,
  settings: SerialSettings,
  bytes: Uint8Array,
): Promise<void> {
  await port.open(settings);
  try {
    await write(port, bytes);
  } finally {
    await port.close().catch(() => undefined);
  }
}

async function write({ writable }: SerialPort, bytes: Uint8Array): Promise<void> {
  if (writable === null) throw new DeviceError('failed');
  const writer = writable.getWriter();
  try {
    await within(PATIENCE_MS, writer.write(bytes));
    await within(PATIENCE_MS, writer.close());
  } catch (error) {
    await writer.abort().catch(() => undefined);
    throw error;
  } finally {
    writer.releaseLock();
  }
}

/** Sends a request and reads what comes back, up to the given character. */
export async function askBySerial(
  port: SerialPort,
  settings: SerialSettings,
  request: Uint8Array,
  end: string,
): Promise<string> {
  await port.open(settings);
  try {
    if (port.readable === null) throw new DeviceError('failed');
    const reader = port.readable.getReader();
    try {
      await write(port, request);
      return await within(ANSWER_MS, readUntil(reader, end));
    } finally {
      await reader.cancel().catch(() => undefined);
      reader.releaseLock();
    }
  } finally {
    await port.close().catch(() => undefined);
  }
}

async function readUntil(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  end: string,
): Promise<string> {
  let text = '';
  while (!text.includes(end)) {
    const { value, done } = await reader.read();
    if (done || text.length > MOST_CHARACTERS) throw new DeviceError('failed');
    text += String.fromCharCode(...value);
  }
  return text;
}
