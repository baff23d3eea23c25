import { notifications } from '@mantine/notifications';
import { useT } from '../texts/index.js';

export type Saying = {
  message: string;
  title?: string;
  tone?: 'good' | 'warn' | 'bad';
  /** Said again under the same id, it replaces the first. */
  id?: string;
  onClick?: () => void;
};

const COLORS = { good: 'pine', warn: 'brass', bad: 'red' };
/** What went wrong stays long enough to be read twice. */
const SHOWN_MS = { good: 3_000, warn: 8_000, bad: 10_000 };

/** A word at the edge of the screen. */
export function useSay(): (saying: Saying) => void {
  const t = useT();
  return ({ tone = 'good', ...saying }) => {
    notifications.show({
      ...saying,
      color: COLORS[tone],
      autoClose: SHOWN_MS[tone],
      position: 'bottom-center',
      closeButtonProps: { 'aria-label': t('app.close') },
    });
  };
}
