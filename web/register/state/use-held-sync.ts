import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useApi, useOnline } from '../../shared/api/index.js';
import { useT } from '../texts/index.js';
import { type Conflict, finished, noteHolding, syncOnce } from './held-sync.js';
import { parked, sale, unsentParked } from './sale.js';
import { HELD_SALES } from './use-held-sales.js';

const SEND_EVERY_MS = 10_000;

/** Sends parked sales to the service, and removes held sales that are sold. */
export function useHeldSync(): void {
  const t = useT();
  const api = useApi();
  const online = useOnline();
  const queries = useQueryClient();
  const { held } = sale.use().basket;
  const waiting = unsentParked(parked.use()).length;
  const ended = finished.use().length;
  const unclaimed = held?.isUnclaimed === true ? 1 : 0;
  useEffect(() => noteHolding(held?.id ?? null), [held?.id]);
  useEffect(() => {
    if (!online || waiting + ended + unclaimed === 0) return undefined;
    const warn = ({ till }: Conflict): void => {
      const message = till === '' ? t('parked.soldElsewhere') : t('parked.alsoAt', { till });
      notifications.show({ message, color: 'brass', autoClose: false });
    };
    const sync = async (): Promise<void> => {
      await syncOnce(api, warn);
      await queries.invalidateQueries({ queryKey: HELD_SALES });
    };
    void sync();
    const timer = setInterval(() => void sync(), SEND_EVERY_MS);
    return () => clearInterval(timer);
  }, [api, online, queries, waiting, ended, unclaimed, t]);
}
