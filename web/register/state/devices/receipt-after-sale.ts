import { useMutation } from '@tanstack/react-query';
import { answer, once, type Tillhouse } from '@tillhouse/client';
import { useEffect, useRef } from 'react';
import { useApi, useOnline } from '../../../shared/api/index.js';
import { saleRows } from '../paper/sale-rows.js';
import { type Done, sale } from '../sale.js';
import { useEntered } from '../to-enter.js';
import type { Session } from '../types.js';
import { sendToDevice, type WiredDevice } from './paired.js';
import { receiptBytes, useTillDevices, useWired } from './use-devices.js';

type Printer =
  | { kind: 'wired'; device: WiredDevice }
  | { kind: 'network'; id: string; terminal: string };

/** The printer for receipts that this till reaches now: on a cable always, on the network online. */
function useReceiptPrinter({ terminal }: Session): Printer | undefined {
  const online = useOnline();
  const wired = useWired('printer');
  const network = useTillDevices().data?.find(
    one => one.is_active && one.connection === 'network' && one.purpose === 'receipt',
  );
  if (wired !== undefined) return { kind: 'wired', device: wired };
  return online && network !== undefined
    ? { kind: 'network', id: network.id, terminal }
    : undefined;
}

/** Prints once; the id of the print job of a network printer. */
async function print(
  api: Tillhouse,
  session: Session,
  done: Done,
  printer: Printer,
): Promise<string | undefined> {
  const { number, key, tillNumber = null, at } = done;
  if (printer.kind === 'network') {
    if (number === null) return undefined;
    const params = { path: { terminal_id: printer.terminal } };
    const body = { transaction_id: number, device_id: printer.id };
    const request = api.POST('/terminals/{terminal_id}/print-jobs/', {
      params,
      body,
      ...once(`${key}-receipt`),
    });
    return (await answer(request)).id;
  }
  const { device } = printer;
  const width = device.paper_width;
  if (number !== null) {
    await sendToDevice(device, await receiptBytes(api, { number }, width));
    return undefined;
  }
  const { paperBytes } = await import('./printed-bytes.js');
  const rows = saleRows(session, done, { number: tillNumber, occurred_at: at });
  await sendToDevice(device, paperBytes(rows, width));
  return undefined;
}

const noteBegun = ({ key }: Done): void =>
  sale.set(current =>
    current.done?.key === key
      ? { ...current, done: { ...current.done, isPrinted: true } }
      : current,
  );

/**
 * Prints the receipt of a paid sale as the store wants it, with the number and the signature of its
 * entry. Noted first, so that a reload or a second tab prints no second one. Undefined without a
 * printer, or where the store prints on request only.
 */
export function useReceiptAfterSale(session: Session, done: Done) {
  const api = useApi();
  const isEntered = useEntered(done.number ?? '');
  const printer = useReceiptPrinter(session);
  const { receiptPrinting = 'off' } = session.store;
  const job = useMutation({
    mutationFn: async () => {
      if (printer === undefined) throw new Error('there is no printer');
      noteBegun(done);
      return print(api, session, done, printer);
    },
  });
  const isDue =
    receiptPrinting === 'always' && done.isPrinted !== true && isEntered && printer !== undefined;
  const latest = useRef(job.mutate);
  latest.current = job.mutate;
  useEffect(() => {
    if (isDue) latest.current();
  }, [isDue]);
  // A paper without its number offline: the service does not have the sale yet.
  const canPrint = printer?.kind === 'wired' || (printer !== undefined && done.number !== null);
  if (receiptPrinting === 'off' || !canPrint) return undefined;
  return {
    job,
    asks: receiptPrinting === 'ask' && isEntered,
    isNetwork: printer.kind === 'network',
  };
}
