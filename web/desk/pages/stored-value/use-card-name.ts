import { useT } from '../../texts/index.js';
import type { ValueAccount } from './calls.js';

/** "Gift card ••••M9XA": the code itself is never shown again. */
export const useCardName = () => {
  const t = useT();
  return ({ kind, code_last_four: end }: Pick<ValueAccount, 'kind' | 'code_last_four'>): string =>
    t(kind === 'gift_card' ? 'value.card' : 'value.credit', { end });
};
