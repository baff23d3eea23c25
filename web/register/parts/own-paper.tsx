import { Center, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { QrCode } from '../../shared/components/qr-code.js';
import { codeOf, type PaperRow, textOf } from '../state/paper/rows.js';
import { useT } from '../texts/index.js';
import { Paper } from './paper.js';
import { WiredPaperButton } from './printer-button.js';

/** A paper that the till makes itself: shown, and printed on its cable or by the system's dialog. */
export function OwnPaper({ rows }: { rows: readonly PaperRow[] }): ReactNode {
  const t = useT();
  const code = codeOf(rows);
  return (
    <Stack>
      <Paper text={textOf(rows)}>
        {code !== undefined && (
          <Center className="print-only">
            <QrCode content={code} label={t('receipt.qr')} />
          </Center>
        )}
      </Paper>
      <WiredPaperButton rows={rows} />
    </Stack>
  );
}
