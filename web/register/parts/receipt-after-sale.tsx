import { Alert, Button, Stack } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useReceiptAfterSale } from '../state/devices/receipt-after-sale.js';
import type { Done } from '../state/sale.js';
import type { Session } from '../state/session.js';
import { useT } from '../texts/index.js';
import { DeviceProblem } from './device-problem.js';
import { PrintProgress } from './network-button.js';

/** The receipt that is printed after the sale, or the question for it. */
export function ReceiptAfterSale(props: { session: Session; done: Done }): ReactNode {
  const { session, done } = props;
  const t = useT();
  const after = useReceiptAfterSale(session, done);
  if (after === undefined) return null;
  const { job, asks } = after;
  return (
    <Stack w="100%" gap="xs">
      <DeviceProblem error={job.error} />
      {job.data !== undefined && <PrintProgress terminal={session.terminal} job={job.data} />}
      {job.isSuccess && job.data === undefined && (
        <Alert color="pine" variant="light" role="status">
          {t('receipt.printed')}
        </Alert>
      )}
      {(job.isError || (asks && !job.isSuccess)) && (
        <Button
          size="xl"
          variant="light"
          leftSection={<IconPrinter size={22} />}
          loading={job.isPending}
          onClick={() => job.mutate()}
        >
          {t('done.print')}
        </Button>
      )}
    </Stack>
  );
}
