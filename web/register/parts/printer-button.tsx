import { Alert, Button, Stack } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useApi } from '../../shared/api/index.js';
import { paperQuery, type WhichPaper } from '../../shared/which-paper.js';
import { sendToDevice, type TillDevice, type WiredDevice } from '../state/devices/paired.js';
import { receiptBytes, reportBytes, useWired } from '../state/devices/use-devices.js';
import type { PaperRow } from '../state/paper/rows.js';
import { useT } from '../texts/index.js';
import { DeviceProblem } from './device-problem.js';
import { NetworkButton, type WantedPaper } from './network-button.js';

/** A paper that the service makes: for its print queue, and as bytes for the cable of the tablet. */
type ServicePaper = {
  job: WantedPaper;
  bytesFor: (width: PaperWidth) => Promise<Uint8Array>;
};

/** Prints on the printer of this tablet or of the till, and says why a paper was not printed. */
export function PrinterButton({ number, ...which }: WhichPaper): ReactNode {
  const api = useApi();
  const paper = {
    job: { transaction_id: number, ...paperQuery(which) },
    bytesFor: (width: PaperWidth) => receiptBytes(api, { number, ...which }, width),
  };
  // Another paper is another print job.
  return <TillPrinterButton key={JSON.stringify(paper.job)} paper={paper} />;
}

/** Prints the X or Z report of a shift where receipts are printed. */
export function ReportButton(props: { shift: string; kind: 'x' | 'z' }): ReactNode {
  const { shift, kind } = props;
  const api = useApi();
  const paper = {
    job: { shift_id: shift, report: kind },
    bytesFor: (width: PaperWidth) => reportBytes(api, shift, kind, width),
  };
  return <TillPrinterButton paper={paper} />;
}

function TillPrinterButton({ paper }: { paper: ServicePaper }): ReactNode {
  const printer = useWired('printer');
  return printer === undefined ? (
    <NetworkButton job={paper.job} />
  ) : (
    <WiredButton printer={printer} bytesFor={paper.bytesFor} />
  );
}

/** Prints a paper that the till makes itself, also without a connection. */
export function WiredPaperButton({ rows }: { rows: readonly PaperRow[] }): ReactNode {
  const printer = useWired('printer');
  if (printer === undefined) return null;
  const bytesFor = async (width: PaperWidth): Promise<Uint8Array> =>
    (await import('../state/devices/printed-bytes.js')).paperBytes(rows, width);
  return <WiredButton printer={printer} bytesFor={bytesFor} />;
}

type PaperWidth = TillDevice['paper_width'];

function WiredButton(props: {
  printer: WiredDevice;
  bytesFor: (width: PaperWidth) => Promise<Uint8Array>;
}): ReactNode {
  const { printer, bytesFor } = props;
  const t = useT();
  const print = useMutation({
    mutationFn: async () => sendToDevice(printer, await bytesFor(printer.paper_width)),
  });
  return (
    <Stack gap="xs">
      <DeviceProblem error={print.error} />
      {print.isSuccess && (
        <Alert color="pine" variant="light" role="status">
          {t('receipt.printed')}
        </Alert>
      )}
      <Button
        size="lg"
        leftSection={<IconPrinter />}
        loading={print.isPending}
        onClick={() => print.mutate()}
      >
        {t('receipt.printer', { name: printer.name })}
      </Button>
    </Stack>
  );
}
