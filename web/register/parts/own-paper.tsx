import { Center, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { QrCode } from '../../shared/components/qr-code.js';
import { codeOf, type PaperRow, textOf } from '../state/paper/rows.js';
import { useT } from '../texts/index.js';
import { Paper, PaperText } from './paper.js';
import { WiredPaperButton } from './printer-button.js';

type Props = { rows: readonly PaperRow[] };

/** A paper that the till makes itself: shown, and printed on its cable or by the system's dialog. */
export function OwnPaper({ rows }: Props): ReactNode {
  return (
    <Stack>
      <Paper text={textOf(rows)}>
        <PaperCode rows={rows} />
      </Paper>
      <WiredPaperButton rows={rows} />
    </Stack>
  );
}

/** The same without buttons. */
export const OwnPaperAlone = ({ rows }: Props): ReactNode => (
  <>
    <PaperText text={textOf(rows)} />
    <PaperCode rows={rows} />
  </>
);

function PaperCode({ rows }: Props): ReactNode {
  const t = useT();
  const code = codeOf(rows);
  return (
    code !== undefined && (
      <Center className="print-only">
        <QrCode content={code} label={t('receipt.qr')} />
      </Center>
    )
  );
}
