export type Till = { terminal: string; employee: string; pin: string; isManager: boolean };

/** Who sends a request: a login at a till, the manager in the back office, or a visitor. */
export type Who = Till | 'office' | { token: string };

export const isTill = (who: Who): who is Till => typeof who === 'object' && 'terminal' in who;

/** A till that nobody opens a shift at. */
export const SHIFTLESS: Till = {
  terminal: 'MODEL',
  employee: 'EMP001',
  pin: '1234',
  isManager: false,
};

export const TILLS: readonly Till[] = [
  { terminal: 'T-001', employee: 'EMP001', pin: '1234', isManager: false },
  { terminal: 'T-002', employee: 'EMP002', pin: '2345', isManager: false },
  { terminal: 'T-003', employee: 'EMP003', pin: '3456', isManager: true },
];

/** Managers void and refund on their own; others need an approval. */
export const mayRefund = (who: Who): boolean => who === 'office' || (isTill(who) && who.isManager);
