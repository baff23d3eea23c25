import type { ReactNode } from 'react';
import type { Session } from '../state/session.js';
import { CodeSlip } from './code-slip.js';

type Credit = { code: string; amount: string; created_at: string };

/** The slip that the customer takes home. Anyone with its code can spend the credit. */
export function CreditSlip(props: {
  session: Session;
  /** Number of the return. */
  number: string;
  credit: Credit;
}): ReactNode {
  const { session, number, credit } = props;
  const { code, amount, created_at: at } = credit;
  const slip = { kind: 'store_credit' as const, codes: [{ code, amount }], of: number, at };
  return <CodeSlip session={session} slip={slip} />;
}
