import { useMutation } from '@tanstack/react-query';
import { answer, once, type Tillhouse } from '@tillhouse/client';
import { useEffect, useRef, useState } from 'react';
import { useApi, useOnline } from '../../../shared/api/index.js';
import { receiptHtml } from '../../../shared/components/receipt-page.js';
import type { PaperRow } from '../paper/rows.js';
import { saleRows } from '../paper/sale-rows.js';
import { type Done, sale } from '../sale.js';
import { useEntered } from '../to-enter.js';
import type { Session } from '../types.js';
import { sendToDevice, type WiredDevice } from './paired.js';
import { receiptBytes, useTillDevices, useWired } from './use-devices.js';

type Printer =
  | { kind: 'wired'; device: WiredDevice }
  | { kind: 'network'; id: string; terminal: string }
  | { kind: 'dialog' };

/** A receipt for the dialog of the operating system: of the service, or made by the till. */
export type DialogPaper = { html: string } | { rows: readonly PaperRow[] };

/** What printing leads to: the job of a network printer, or a paper for the dialog. */
type Printed = { job?: string; paper?: DialogPaper };

/**
 * The printer for receipts that this till reaches now: on a cable always, on the network online, or
 * else by the dialog of the operating system.
 */
function useReceiptPrinter({ terminal }: Session): Printer | undefined {
  const online = useOnline();
  const wired = useWired('printer');
  const active =
    useTillDevices().data?.filter(one => one.is_active && one.kind === 'printer') ?? [];
  const network = active.find(one => one.connection === 'network' && one.purpose === 'receipt');
  if (wired !== undefined) return { kind: 'wired', device: wired };
  if (online && network !== undefined) return { kind: 'network', id: network.id, terminal };
  return active.some(({ connection }) => connection === 'dialog') ? { kind: 'dialog' } : undefined;
}

/** Prints once. */
async function print(
  api: Tillhouse,
  session: Session,
  done: Done,
  printer: Printer,
): Promise<Printed> {
  const { number, key, tillNumber = null, at } = done;
  const ownRows = () => saleRows(session, done, { number: tillNumber, occurred_at: at });
  if (printer.kind === 'network') {
    if (number === null) throw new Error('the service does not have the sale yet');
    const params = { path: { terminal_id: printer.terminal } };
    const body = { transaction_id: number, device_id: printer.id };
    const request = api.POST('/terminals/{terminal_id}/print-jobs/', {
      params,
      body,
      ...once(`${key}-receipt`),
    });
    return { job: (await answer(request)).id };
  }
  if (printer.kind === 'dialog') {
    const paper =
      number === null ? { rows: ownRows() } : { html: await receiptHtml(api, { number }) };
    return { paper };
  }
  const { device } = printer;
  const width = device.paper_width;
  if (number !== null) {
    await sendToDevice(device, await receiptBytes(api, { number }, width));
    return {};
  }
  const { paperBytes } = await import('./printed-bytes.js');
  await sendToDevice(device, paperBytes(ownRows(), width));
  return {};
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
  const [paper, setPaper] = useState<DialogPaper>();
  const job = useMutation({
    mutationFn: async () => {
      if (printer === undefined) throw new Error('there is no printer');
      noteBegun(done);
      return print(api, session, done, printer);
    },
    onSuccess: printed => setPaper(printed.paper),
  });
  // The service prints what it has: without an answer, the sale gets its number once it is sent again.
  const canPrint = printer !== undefined && (printer.kind !== 'network' || done.number !== null);
  const isDue = receiptPrinting === 'always' && done.isPrinted !== true && isEntered && canPrint;
  const latest = useRef(job.mutate);
  latest.current = job.mutate;
  useEffect(() => {
    if (isDue) latest.current();
  }, [isDue]);
  if (receiptPrinting === 'off' || !canPrint) return undefined;
  return {
    job,
    asks: receiptPrinting === 'ask' && isEntered,
    paper,
    onPaperPrinted: () => setPaper(undefined),
  };
}
