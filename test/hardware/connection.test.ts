import { afterEach, describe, expect, it } from 'vitest';
import { mayPrintTo } from '../../src/domains/hardware/printer-address.js';
import { sendToPrinter } from '../../src/domains/hardware/printer-connection.js';
import { type EmulatedPrinter, type PrinterMode, startPrinter } from '../support/printer.js';

const TIMEOUTS = { connectMs: 2_000, statusMs: 300, printMs: 500, finishMs: 2_000 };
const CONTENT = Buffer.from(`${'A line of a receipt\n'.repeat(40)}\u001dV\u0001`, 'latin1');

let printer: EmulatedPrinter | undefined;
afterEach(async () => {
  await printer?.close();
  printer = undefined;
});

const sent = async (mode: PrinterMode) => {
  printer = await startPrinter(mode);
  return sendToPrinter({ address: '127.0.0.1', port: printer.port }, CONTENT, TIMEOUTS);
};

describe('a network printer', () => {
  it.each([
    ['ready', 'ready'],
    ['paper-low', 'paper_low'],
  ] as const)('that is %s prints the bytes as they are', async (mode, state) => {
    expect(await sent(mode)).toEqual({ isPrinted: true, state });
    expect(printer?.papers).toEqual([CONTENT]);
  });

  it.each([
    ['paper-out', 'paper_out'],
    ['cover-open', 'cover_open'],
  ] as const)('that reports %s gets nothing', async (mode, trouble) => {
    expect(await sent(mode)).toEqual({ isPrinted: false, trouble });
    expect(printer?.papers).toEqual([]);
  });

  it('that breaks the connection has not surely printed', async () => {
    expect(await sent('cut')).toEqual({ isPrinted: false, trouble: 'connection_lost' });
  });

  it('that never reports the end has not surely printed', async () => {
    expect(await sent('stuck')).toEqual({ isPrinted: false, trouble: 'no_answer' });
  });

  it('that answers no request is trusted', async () => {
    expect(await sent('silent')).toEqual({ isPrinted: true, state: 'unknown' });
    expect(printer?.papers).toEqual([CONTENT]);
  });

  it('that is switched off is unreachable', async () => {
    const gone = await startPrinter();
    await gone.close();
    const to = { address: '127.0.0.1', port: gone.port };
    expect(await sendToPrinter(to, CONTENT, TIMEOUTS)).toEqual({
      isPrinted: false,
      trouble: 'unreachable',
    });
  });
});

describe('the address of a printer', () => {
  it.each([
    ['192.168.1.50', 9100, true],
    ['10.1.2.3', 9109, true],
    ['172.31.0.9', 9100, true],
    ['fd00::9', 9100, true],
    // Other services of the private network.
    ['192.168.1.50', 6379, false],
    ['192.168.1.50', 80, false],
    // This machine, link-local addresses with cloud metadata, and the internet.
    ['127.0.0.1', 9100, false],
    ['::1', 9100, false],
    ['::ffff:192.168.1.50', 9100, false],
    ['169.254.169.254', 9100, false],
    ['172.32.0.1', 9100, false],
    ['8.8.8.8', 9100, false],
    ['printer.local', 9100, false],
    ['', 9100, false],
  ])('%s port %i without networks of the store: %s', (address, port, isAllowed) => {
    expect(mayPrintTo([], { address, port })).toBe(isAllowed);
  });

  it('is one of the networks of the store, if it has some', () => {
    const networks = ['192.168.10.0/24', '203.0.113.7', 'fd12::/16'];
    const may = (address: string): boolean => mayPrintTo(networks, { address, port: 9_999 });
    expect(may('192.168.10.255')).toBe(true);
    expect(may('192.168.11.1')).toBe(false);
    expect(may('203.0.113.7')).toBe(true);
    expect(may('203.0.113.8')).toBe(false);
    expect(may('fd12::1')).toBe(true);
    expect(may('fd13::1')).toBe(false);
    expect(may('10.0.0.1')).toBe(false);
  });
});
