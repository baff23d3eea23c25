import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/**
 * - `ready` prints and answers.
 * - `paper-out` and `cover-open` report it before anything is printed.
 * - `cut` breaks the connection in the middle of the paper.
 * - `silent` prints and answers no request, as cheap printers do.
 * - `stuck` takes the bytes and never reports that they are printed.
 */
export type PrinterMode =
  | 'ready'
  | 'paper-low'
  | 'paper-out'
  | 'cover-open'
  | 'cut'
  | 'silent'
  | 'stuck';

export type EmulatedPrinter = {
  port: number;
  mode: PrinterMode;
  /** What came out, one paper for each job. */
  papers: Buffer[];
  /** Connections at the same time, at most; a real printer takes one. */
  mostConnections: number;
  close(): Promise<void>;
};

const FIXED = 0x12;
const OFFLINE: Partial<Record<PrinterMode, number>> = {
  'paper-out': FIXED | 0x20,
  'cover-open': FIXED | 0x04,
};
const PAPER: Partial<Record<PrinterMode, number>> = {
  'paper-out': FIXED | 0x60,
  'paper-low': FIXED | 0x0c,
};
const WHEN_DONE = Buffer.from([0x1d, 0x72, 1]);
/** Less than any receipt has. */
const CUT_AFTER_BYTES = 50;

/** A network printer on this machine. */
export async function startPrinter(mode: PrinterMode = 'ready'): Promise<EmulatedPrinter> {
  const sockets = new Set<Socket>();
  const server = createServer(socket => {
    sockets.add(socket);
    printer.mostConnections = Math.max(printer.mostConnections, sockets.size);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    serve(printer, socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const printer: EmulatedPrinter = {
    port: (server.address() as AddressInfo).port,
    mode,
    papers: [],
    mostConnections: 0,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return printer;
}

function serve(printer: EmulatedPrinter, socket: Socket): void {
  let received = Buffer.alloc(0);
  const isRequest = (bytes: Buffer): boolean =>
    received.length === 0 && bytes.length === 3 && bytes[0] === 0x10;
  socket.on('data', (bytes: Buffer) => {
    if (isRequest(bytes)) {
      report(printer, socket, bytes[2] ?? 0);
      return;
    }
    received = Buffer.concat([received, bytes]);
    if (printer.mode === 'cut' && received.length > CUT_AFTER_BYTES) socket.destroy();
    if (printer.mode === 'silent' || !received.subarray(-3).equals(WHEN_DONE)) return;
    if (printer.mode === 'cut' || printer.mode === 'stuck') return;
    printer.papers.push(received.subarray(0, -3));
    received = Buffer.alloc(0);
    socket.write(Buffer.from([printer.mode === 'paper-low' ? 0x03 : 0]));
  });
  socket.on('end', () => {
    if (printer.mode === 'silent') printer.papers.push(received);
  });
}

function report({ mode }: EmulatedPrinter, socket: Socket, asked: number): void {
  const answer = (asked === 2 ? OFFLINE : PAPER)[mode] ?? FIXED;
  if (mode !== 'silent') socket.write(Buffer.from([answer]));
}
