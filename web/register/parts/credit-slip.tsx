import type { ReactNode } from 'react';
import { formatsFor } from '../../../src/domains/pricing/index.js';
import type { Session } from '../state/session.js';
import { textsIn } from '../texts/index.js';
import { Paper, RULE, row } from './paper.js';

type Credit = { code: string; amount: string; created_at: string };

/** The slip that the customer takes home: whoever has its code can spend the credit. */
export function CreditSlip(props: {
  session: Session;
  /** Of the return. */
  number: string;
  credit: Credit;
}): ReactNode {
  const { session, number, credit } = props;
  const { store, terminal } = session;
  const language = store.language ?? 'en';
  const t = textsIn(language);
  const formats = formatsFor(language, store.currency);
  const lines = [
    store.name,
    store.address,
    '',
    `*** ${t('credit.title')} ***`,
    row(formats.dateTime(new Date(credit.created_at), store.timeZone), terminal),
    row(t('return.title'), number),
    RULE,
    row(t('credit.value'), formats.money(credit.amount)),
    '',
    t('credit.code'),
    credit.code,
    RULE,
    t('credit.text'),
  ];
  return <Paper text={lines.join('\n')} />;
}
