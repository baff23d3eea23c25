import { notifications } from '@mantine/notifications';
import { useT } from '../texts/index.js';

export type NotifyOptions = {
  message: string;
  title?: string;
  tone?: 'good' | 'warn' | 'bad';
  /** A notification with the same id replaces the earlier one. */
  id?: string;
  onClick?: () => void;
};

const COLORS = { good: 'pine', warn: 'brass', bad: 'red' };
/** Errors stay longer than confirmations. */
const SHOWN_MS = { good: 3_000, warn: 8_000, bad: 10_000 };

/** Shows a notification in the bar at the bottom, which covers nothing. */
export function useNotify(): (options: NotifyOptions) => void {
  const t = useT();
  return ({ tone = 'good', ...options }) => {
    notifications.show({
      ...options,
      color: COLORS[tone],
      autoClose: SHOWN_MS[tone],
      closeButtonProps: { 'aria-label': t('app.close') },
    });
  };
}
