import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { GAP, pair, RULE, storeRows, text, wordsOf } from '../state/paper/head.js';
import { textOf } from '../state/paper/rows.js';
import type { Session } from '../state/session.js';
import { textsIn } from '../texts/index.js';
import { Paper } from './paper.js';
import { WiredPaperButton } from './printer-button.js';

type Credit = { code: string; amount: string; created_at: string };

/** The slip that the customer takes home: whoever has its code can spend the credit. */
export function CreditSlip(props: {
  session: Session;
  /** Number of the return. */
  number: string;
  credit: Credit;
}): ReactNode {
  const { session, number, credit } = props;
  const { store, terminal } = session;
  const { language, formats } = wordsOf(session);
  const t = textsIn(language);
  const rows = [
    ...storeRows(session),
    text(`*** ${t('credit.title')} ***`),
    pair(formats.dateTime(new Date(credit.created_at), store.timeZone), terminal),
    pair(t('return.title'), number),
    RULE,
    pair(t('credit.value'), formats.money(credit.amount)),
    GAP,
    text(t('credit.code')),
    text(credit.code),
    RULE,
    text(t('credit.text')),
  ];
  return (
    <Stack>
      <Paper text={textOf(rows)} />
      <WiredPaperButton rows={rows} />
    </Stack>
  );
}
