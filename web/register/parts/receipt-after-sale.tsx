import { Alert, Button, Stack } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { ReceiptHtml } from '../../shared/components/receipt-page.js';
import { type DialogPaper, useReceiptAfterSale } from '../state/devices/receipt-after-sale.js';
import type { Done } from '../state/sale.js';
import type { Session } from '../state/session.js';
import { useT } from '../texts/index.js';
import css from '../till.module.css';
import { DeviceProblem } from './device-problem.js';
import { PrintProgress } from './network-button.js';
import { OwnPaperAlone } from './own-paper.js';

/** The receipt that is printed after the sale, or the question for it. */
export function ReceiptAfterSale(props: { session: Session; done: Done }): ReactNode {
  const { session, done } = props;
  const t = useT();
  const after = useReceiptAfterSale(session, done);
  if (after === undefined) return null;
  const { job, asks, paper, onPaperPrinted } = after;
  const { job: printJob, paper: byDialog } = job.data ?? {};
  return (
    <Stack w="100%" gap="xs">
      <DeviceProblem error={job.error} />
      {printJob !== undefined && <PrintProgress terminal={session.terminal} job={printJob} />}
      {job.isSuccess && printJob === undefined && byDialog === undefined && (
        <Alert color="pine" variant="light" role="status">
          {t('receipt.printed')}
        </Alert>
      )}
      {paper !== undefined && <PaperForDialog paper={paper} onPrinted={onPaperPrinted} />}
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

/** Opens the dialog of the operating system with this paper, which stands on no screen. */
function PaperForDialog(props: { paper: DialogPaper; onPrinted: () => void }): ReactNode {
  const { paper, onPrinted } = props;
  const box = useRef<HTMLDivElement>(null);
  const latest = useRef(onPrinted);
  latest.current = onPrinted;
  useEffect(() => {
    let isGone = false;
    const end = (): void => latest.current();
    globalThis.addEventListener('afterprint', end, { once: true });
    // Logo and codes are on the paper only once they are decoded.
    const pictures = [...(box.current?.querySelectorAll('img') ?? [])];
    void Promise.allSettled(pictures.map(one => one.decode())).then(() => {
      if (!isGone) globalThis.print();
    });
    return () => {
      isGone = true;
      globalThis.removeEventListener('afterprint', end);
    };
  }, []);
  return (
    <div className={css.onPaperOnly} ref={box}>
      {'html' in paper ? <ReceiptHtml html={paper.html} /> : <OwnPaperAlone rows={paper.rows} />}
    </div>
  );
}
