import { Button, Stack } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useOnline } from '../../shared/api/index.js';
import { ReceiptPage } from '../../shared/components/receipt-page.js';
import { Loading } from '../../shared/components/states.js';
import type { WhichPaper } from '../../shared/which-paper.js';
import { useEntered } from '../state/to-enter.js';
import { useT } from '../texts/index.js';
import { PrinterButton } from './printer-button.js';

/** A paper of a sale, printed on the till's printer or by the system's dialog. */
export function SalePaper(which: WhichPaper): ReactNode {
  const t = useT();
  if (!useEntered(which.number)) return <Loading />;
  return (
    <Stack>
      <ReceiptPage {...which} />
      <Button
        size="lg"
        variant="default"
        leftSection={<IconPrinter />}
        onClick={() => globalThis.print()}
      >
        {t('receipt.print')}
      </Button>
      <PrinterButton {...which} />
    </Stack>
  );
}

/** The slip that a customer takes home for a refund, or signs for cash. */
export function RefundSlip({ number, refund }: { number: string; refund: string }): ReactNode {
  const t = useT();
  const online = useOnline();
  const [isShown, setShown] = useState(false);
  if (isShown) return <SalePaper number={number} refund={refund} />;
  return (
    <Button
      variant="default"
      leftSection={<IconPrinter size={18} />}
      aria-label={`${t('refund.slip')}: ${refund}`}
      disabled={!online}
      onClick={() => setShown(true)}
    >
      {t('refund.slip')}
    </Button>
  );
}
