import { Alert, Button, Stack } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answer, once } from '@tillhouse/client';
import { type ReactNode, useEffect, useRef } from 'react';
import { useApi } from '../../shared/api/index.js';
import { Failed } from '../../shared/components/states.js';
import { GIVEN_UP } from '../../shared/given-up.js';
import { TILL_DEVICES, useTillDevices } from '../state/devices/use-devices.js';
import { useIdempotencyKey } from '../state/idempotency-key.js';
import { place } from '../state/session.js';
import { type Key, useT } from '../texts/index.js';

const CHECK_MS = 1_000;

/** A paper of a sale, or the report of a shift, as the print queue of the service names it. */
export type WantedPaper =
  | { transaction_id: string; gift?: boolean; refund?: string }
  | { shift_id: string; report: 'x' | 'z' };

/** Prints on the till's network printer for receipts, and follows the job. */
export function NetworkButton({ job }: { job: WantedPaper }): ReactNode {
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
        <PrintProgress terminal={path.terminal_id} job={print.data.id} />
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

export const troubleText = (error: string): Key => TROUBLES[error] ?? 'receipt.trouble.other';

/** What becomes of a print job. */
export function PrintProgress({ terminal, job: id }: { terminal: string; job: string }): ReactNode {
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
  const queries = useQueryClient();
  // The state of the printer and the list of given-up papers have changed with the job.
  useEffect(() => {
    if (status !== 'printed' && error === null) return;
    for (const queryKey of [TILL_DEVICES, GIVEN_UP]) void queries.invalidateQueries({ queryKey });
  }, [queries, status, error]);
  const trouble = error === null ? undefined : troubleText(error);
  const problem = status === 'failed' ? 'receipt.givenUp' : trouble;
  if (status !== 'printed' && problem !== undefined) {
    return <Trouble text={problem} path={{ terminal_id: terminal, id }} />;
  }
  return (
    <Alert color="pine" variant="light" role="status">
      {t(status === 'printed' ? 'receipt.printed' : 'receipt.printing')}
    </Alert>
  );
}

/** The service tries again by itself after a while; somebody who has changed the roll need not wait. */
function Trouble(props: { text: Key; path: { terminal_id: string; id: string } }): ReactNode {
  const { text, path } = props;
  const t = useT();
  const api = useApi();
  const queries = useQueryClient();
  const again = useMutation({
    mutationFn: () =>
      api.POST('/terminals/{terminal_id}/print-jobs/{id}/retry/', { params: { path } }),
    // Also after a refusal: it may have been printed meanwhile.
    onSettled: () => queries.invalidateQueries({ queryKey: ['print-job', path.id] }),
  });
  // Below a long receipt, the button would stay out of sight.
  const shown = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Some browsers return a promise here, which is no clean-up.
    shown.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <Alert ref={shown} color="red" variant="light" role="alert">
      <Stack gap="sm" align="flex-start">
        {t(text)}
        <Button variant="default" loading={again.isPending} onClick={() => again.mutate()}>
          {t('receipt.again')}
        </Button>
      </Stack>
    </Alert>
  );
}
