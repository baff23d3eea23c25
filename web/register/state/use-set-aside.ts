import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useApi, useOnline } from '../../shared/api/index.js';
import { useFormat } from '../../shared/i18n/format.js';
import { useI18n } from '../../shared/i18n/index.js';
import { refusalText } from '../../shared/i18n/refusals.js';
import { useT } from '../texts/index.js';
import { LEFT_AT, OPEN_SALES } from './open-sales.js';
import type { Session } from './session.js';
import { isOfLogin, setAside } from './set-aside.js';
import type { Outcome } from './settle-set-aside.js';

const ASK_EVERY_MS = 10_000;

/** Settles the sales that were set aside once there is a connection, and says what became of them. */
export function useSetAside(session: Session): void {
  const api = useApi();
  const queries = useQueryClient();
  const online = useOnline();
  const waiting = setAside.use().filter(one => isOfLogin(one, session)).length;
  const latest = useOutcomeText();
  const textOf = useRef(latest);
  textOf.current = latest;
  useEffect(() => {
    if (!online || waiting === 0) return undefined;
    const settle = async (): Promise<void> => {
      const { settleSetAside } = await import('./settle-set-aside.js');
      for (const outcome of await settleSetAside(api, session)) {
        const message = textOf.current(outcome);
        notifications.show({ message, color: 'brass', autoClose: false });
      }
      await queries.invalidateQueries({ queryKey: OPEN_SALES });
    };
    const run = (): void => void settle().catch(() => undefined);
    run();
    const timer = setInterval(run, ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, [api, queries, session, online, waiting]);
}

function useOutcomeText(): (outcome: Outcome) => string {
  const t = useT();
  const { language } = useI18n();
  const { cents } = useFormat();
  return outcome => {
    const { number } = outcome;
    switch (outcome.result) {
      case 'open':
        return t(LEFT_AT[outcome.kind], { number: outcome.number });
      case 'refused': {
        const amount = cents(outcome.amountMinor);
        const reason = refusalText(language, outcome.refusal);
        return number === null
          ? t('aside.refused', { amount, reason })
          : t('aside.refusedOf', { amount, reason, number });
      }
      default:
        return t(`aside.${outcome.result}`, { number: outcome.number });
    }
  };
}
