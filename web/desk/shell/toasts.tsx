import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useFormat } from '../../shared/i18n/format.js';
import { useTypeText } from '../pages/approvals/type-text.js';
import { useDesk } from '../state/desk.js';
import { useStoreEvents } from '../state/live.js';
import { useNotify } from '../state/use-notify.js';
import { useT } from '../texts/index.js';

/** Notifications for events that need attention on any page. */
export function Toasts(): ReactNode {
  const t = useT();
  const format = useFormat();
  const notify = useNotify();
  const typeText = useTypeText();
  const { may, storeOf } = useDesk();
  const [location, go] = useLocation();
  useStoreEvents(({ event, data, store_id }) => {
    if (event === 'approval.requested' && may('approval.decide') && location !== '/approvals') {
      const currency = storeOf(store_id)?.currency;
      notify({
        id: String(data.request_id),
        title: t('approvals.toast'),
        message: [
          typeText(String(data.request_type)),
          format.money(String(data.amount), currency),
          data.transaction_id,
        ]
          .filter(Boolean)
          .join(' · '),
        tone: 'warn',
        onClick: () => go('/approvals'),
      });
    } else if (event === 'system.notification') {
      notify({ message: String(data.message), tone: 'warn' });
    }
  });
  return null;
}
