import { Alert, Button, Stack } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { answer, once } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../shared/api/index.js';
import { Failed } from '../../shared/components/states.js';
import { paperQuery, type WhichPaper } from '../../shared/which-paper.js';
import { sendToDevice, type TillDevice, type WiredDevice } from '../state/devices/paired.js';
import {
  receiptBytes,
  reportBytes,
  useTillDevices,
  useWired,
} from '../state/devices/use-devices.js';
import { useIdempotencyKey } from '../state/idempotency-key.js';
import type { PaperRow } from '../state/paper/rows.js';
import { place } from '../state/session.js';
import { type Key, useT } from '../texts/index.js';
import { DeviceProblem } from './device-problem.js';

const CHECK_MS = 1_000;

/** A paper that the service makes: for its print queue, and as bytes for the cable of the tablet. */
type ServicePaper = {
  job:
    | { transaction_id: string; gift?: boolean; refund?: string }
    | { shift_id: string; report: 'x' | 'z' };
  bytesFor: (width: PaperWidth) => Promise<Uint8Array>;
};

/** Prints on the printer of this tablet or of the till, and says why a paper does not come. */
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

function NetworkButton({ job }: { job: ServicePaper['job'] }): ReactNode {
  const t = useT();
  const api = useApi();
  const { key, onError } = useIdempotencyKey();
  const path = { terminal_id: place.use().terminal };
  const devices = useTillDevices();
  const print = useMutation({
    mutationFn: (device: string) =>
      answer(
        api.POST('/terminals/{terminal_id}/print-jobs/', {
          params: { path },
          body: { ...job, device_id: device },
          ...once(key),
        }),
      ),
    onError,
  });
  const printer = devices.data?.find(
    device => device.is_active && device.connection === 'network' && device.purpose === 'receipt',
  );
  if (printer === undefined) return null;
  return (
    <Stack gap="xs">
      {print.isError && <Failed error={print.error} />}
      {print.isSuccess ? (
        <Progress terminal={path.terminal_id} job={print.data.id} />
      ) : (
        <Button
          size="lg"
          leftSection={<IconPrinter />}
          loading={print.isPending}
          onClick={() => print.mutate(printer.id)}
        >
          {t('receipt.printer', { name: printer.name })}
        </Button>
      )}
    </Stack>
  );
}

const TROUBLES: Record<string, Key> = {
  paper_out: 'receipt.trouble.paper_out',
  cover_open: 'receipt.trouble.cover_open',
  unreachable: 'receipt.trouble.unreachable',
};

function Progress({ terminal, job: id }: { terminal: string; job: string }): ReactNode {
  const t = useT();
  const api = useApi();
  const job = useQuery({
    queryKey: ['print-job', id],
    queryFn: () =>
      answer(
        api.GET('/terminals/{terminal_id}/print-jobs/{id}/', {
          params: { path: { terminal_id: terminal, id } },
        }),
      ),
    refetchInterval: query =>
      (query.state.data?.status ?? 'waiting') === 'waiting' ? CHECK_MS : false,
  });
  const { status, error = null } = job.data ?? {};
  if (status === 'failed') {
    return (
      <Alert color="red" variant="light" role="alert">
        {t('receipt.givenUp')}
      </Alert>
    );
  }
  const trouble = error === null ? undefined : (TROUBLES[error] ?? 'receipt.trouble.other');
  if (status !== 'printed' && trouble !== undefined) {
    return (
      <Alert color="red" variant="light" role="alert">
        {t(trouble)}
      </Alert>
    );
  }
  return (
    <Alert color="pine" variant="light" role="status">
      {t(status === 'printed' ? 'receipt.printed' : 'receipt.printing')}
    </Alert>
  );
}
