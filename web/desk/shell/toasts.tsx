import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useFormat } from '../../shared/i18n/format.js';
import { useTypeText } from '../pages/approvals/type-text.js';
import { useDesk } from '../state/desk.js';
import { useStoreEvents } from '../state/live.js';
import { useT } from '../texts/index.js';

/** What should not wait until somebody looks at the right page. */
export function Toasts(): ReactNode {
  const t = useT();
  const format = useFormat();
  const typeText = useTypeText();
  const { may, storeOf } = useDesk();
  const [location, go] = useLocation();
  useStoreEvents(({ event, data, store_id }) => {
    if (event === 'approval.requested' && may('approval.decide') && location !== '/approvals') {
      const currency = storeOf(store_id)?.currency;
      notifications.show({
        id: String(data.request_id),
        title: t('approvals.toast'),
        message: `${typeText(String(data.request_type))} · ${format.money(String(data.amount), currency)}`,
        color: 'brass',
        autoClose: 10_000,
        onClick: () => go('/approvals'),
        closeButtonProps: { 'aria-label': t('app.close') },
      });
    } else if (event === 'system.notification') {
      notifications.show({
        message: String(data.message),
        color: 'brass',
        autoClose: 6_000,
        closeButtonProps: { 'aria-label': t('app.close') },
      });
    }
  });
  return null;
}
