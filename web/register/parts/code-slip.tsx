import { Alert, Button, Stack } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi, useOnline } from '../../shared/api/index.js';
import { useTillDevices, useWired } from '../state/devices/use-devices.js';
import { type CodesOnPaper, codeRows } from '../state/paper/code-rows.js';
import { textOf } from '../state/paper/rows.js';
import type { Session } from '../state/session.js';
import { useT } from '../texts/index.js';
import { DeviceProblem } from './device-problem.js';
import { troubleText } from './network-button.js';
import { Paper } from './paper.js';
import { WiredPaperButton } from './printer-button.js';

/** The paper that the customer takes home. Anyone with a code on it can spend its value. */
export function CodeSlip(props: { session: Session; slip: CodesOnPaper }): ReactNode {
  const { session, slip } = props;
  const rows = codeRows(session, slip);
  return (
    <Stack w="100%">
      <Paper text={textOf(rows)} />
      <WiredPaperButton rows={rows} />
      <NetworkSlipButton session={session} slip={slip} />
    </Stack>
  );
}

/** The service prints it at once and keeps nothing of it. */
function NetworkSlipButton({ session, slip }: { session: Session; slip: CodesOnPaper }): ReactNode {
  const t = useT();
  const api = useApi();
  const online = useOnline();
  const isWired = useWired('printer') !== undefined;
  const printer = useTillDevices().data?.find(
    one => one.is_active && one.connection === 'network' && one.purpose === 'receipt',
  );
  const print = useMutation({
    mutationFn: (device_id: string) =>
      answer(
        api.POST('/terminals/{terminal_id}/code-slips/', {
          params: { path: { terminal_id: session.terminal } },
          body: { kind: slip.kind, codes: slip.codes, device_id },
        }),
      ),
  });
  if (printer === undefined || isWired || !online) return null;
  const outcome = print.data?.outcome;
  return (
    <Stack gap="xs">
      <DeviceProblem error={print.error} />
      {outcome !== undefined && (
        <Alert color={outcome === 'printed' ? 'pine' : 'red'} variant="light" role="status">
          {t(outcome === 'printed' ? 'giftCard.printed' : troubleText(outcome))}
        </Alert>
      )}
      <Button
        size="lg"
        leftSection={<IconPrinter />}
        loading={print.isPending}
        onClick={() => print.mutate(printer.id)}
      >
        {t('receipt.printer', { name: printer.name })}
      </Button>
    </Stack>
  );
}
