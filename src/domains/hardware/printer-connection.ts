import { connect, type Socket } from 'node:net';
import { SECOND_MS } from '../../platform/clock.js';
import type { State } from './rules.js';

export type Timeouts = {
  connectMs: number;
  statusMs: number;
  printMs: number;
  /** For printers that answer nothing. */
  finishMs: number;
};

export const TIMEOUTS: Timeouts = {
  connectMs: 5 * SECOND_MS,
  statusMs: SECOND_MS,
  printMs: 30 * SECOND_MS,
  finishMs: 10 * SECOND_MS,
};

/** Why nothing was printed, or perhaps only a part. */
export type PrinterProblem =
  | 'paper_out'
  | 'cover_open'
  | 'error'
  | 'unreachable'
  | 'connection_lost'
  | 'no_answer';
export type Outcome =
  | { isPrinted: true; state: State }
  | { isPrinted: false; trouble: PrinterProblem };

/** Real-time requests: `DLE EOT 2` asks why the printer is offline, `DLE EOT 4` for its paper. */
const ASK_OFFLINE = Buffer.from([0x10, 0x04, 2]);
const ASK_PAPER = Buffer.from([0x10, 0x04, 4]);
/** The printer answers `GS r 1` only after it has processed everything before it. */
const ASK_WHEN_DONE = Buffer.from([0x1d, 0x72, 1]);

const COVER_OPEN = 0x04;
const PAPER_STOP = 0x20;
const ERROR = 0x40;
const PAPER_END = 0x60;
const PAPER_NEAR_END = 0x0c;
const DONE_PAPER_NEAR_END = 0x03;

/**
 * Prints on a network printer. A printer in trouble gets nothing. Cheap printers do not answer
 * status requests: they get the bytes and are trusted if the connection ends without an error.
 */
export async function sendToPrinter(
  to: { address: string; port: number },
  content: Buffer,
  timeouts: Timeouts = TIMEOUTS,
): Promise<Outcome> {
  const line = await openLine(to, timeouts.connectMs);
  if (line === undefined) return { isPrinted: false, trouble: 'unreachable' };
  try {
    const offline = await line.ask(ASK_OFFLINE, timeouts.statusMs);
    const paper = offline === undefined ? 0 : await line.ask(ASK_PAPER, timeouts.statusMs);
    const trouble = troubleOf(offline ?? 0, paper ?? 0);
    if (trouble !== undefined) return { isPrinted: false, trouble };
    if (offline === undefined) {
      await line.finish(content, timeouts.finishMs);
      return { isPrinted: true, state: 'unknown' };
    }
    const done = await line.ask(Buffer.concat([content, ASK_WHEN_DONE]), timeouts.printMs);
    if (done === undefined) return { isPrinted: false, trouble: 'no_answer' };
    const isLow = (done & DONE_PAPER_NEAR_END) !== 0 || ((paper ?? 0) & PAPER_NEAR_END) !== 0;
    return { isPrinted: true, state: isLow ? 'paper_low' : 'ready' };
  } catch {
    return { isPrinted: false, trouble: 'connection_lost' };
  } finally {
    line.close();
  }
}

function troubleOf(offline: number, paper: number): PrinterProblem | undefined {
  if ((offline & PAPER_STOP) !== 0 || (paper & PAPER_END) !== 0) return 'paper_out';
  if ((offline & COVER_OPEN) !== 0) return 'cover_open';
  return (offline & ERROR) !== 0 ? 'error' : undefined;
}

type Line = {
  /** Sends and waits for one byte; undefined if none comes in time. Throws if the line breaks. */
  ask(bytes: Buffer, timeoutMs: number): Promise<number | undefined>;
  /** Sends the last bytes and waits until the printer has taken them. */
  finish(bytes: Buffer, timeoutMs: number): Promise<void>;
  close(): void;
};

function openLine(
  { address, port }: { address: string; port: number },
  connectMs: number,
): Promise<Line | undefined> {
  return new Promise(resolve => {
    const socket = connect({ host: address, port, noDelay: true });
    const timer = setTimeout(() => socket.destroy(new Error('no connection in time')), connectMs);
    const refused = (): void => {
      clearTimeout(timer);
      resolve(undefined);
    };
    socket.once('error', refused);
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.off('error', refused);
      resolve(lineOf(socket));
    });
  });
}

function lineOf(socket: Socket): Line {
  let failure: Error | undefined;
  const waiting = new Set<(byte: number | Error) => void>();
  const give = (value: number | Error): void => {
    for (const each of [...waiting]) each(value);
  };
  const broke = (error: Error): void => {
    failure ??= error;
    give(failure);
  };
  socket.on('data', (bytes: Buffer) => give(bytes.at(-1) ?? 0));
  socket.on('error', broke);
  socket.on('close', () => broke(new Error('the printer closed the connection')));
  return {
    ask: (bytes, timeoutMs) =>
      new Promise((resolve, reject) => {
        if (failure !== undefined) return reject(failure);
        const end = (value: number | Error | undefined): void => {
          clearTimeout(timer);
          waiting.delete(end);
          if (value instanceof Error) reject(value);
          else resolve(value);
        };
        const timer = setTimeout(() => end(undefined), timeoutMs);
        waiting.add(end);
        socket.write(bytes);
      }),
    finish: (bytes, timeoutMs) =>
      new Promise((resolve, reject) => {
        if (failure !== undefined) return reject(failure);
        let isSent = false;
        const end = (): void => {
          clearTimeout(timer);
          if (isSent) resolve();
          else reject(failure ?? new Error('the printer takes no data'));
        };
        const timer = setTimeout(end, timeoutMs);
        // A printer that leaves the connection open has taken everything when the time is over.
        socket.once('close', end);
        socket.end(bytes, () => {
          isSent = failure === undefined;
        });
      }),
    close: () => socket.destroy(),
  };
}
