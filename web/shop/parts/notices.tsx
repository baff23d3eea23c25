import type { NotificationData } from '@mantine/notifications';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

type Notice = Pick<NotificationData, 'color' | 'title' | 'message'>;

let listener: (() => void) | undefined;

const load = () => import('./notices-area.js');

/** Shows a message; the code for it loads with the first one. */
export async function showNotice(notice: Notice): Promise<void> {
  const { notifications } = await load();
  listener?.();
  notifications.show(notice);
}

/** Where messages appear. */
export function Notices(): ReactNode {
  const [Area, setArea] = useState<ComponentType>();
  useEffect(() => {
    listener = () => void load().then(({ NoticesArea }) => setArea(() => NoticesArea));
    return () => {
      listener = undefined;
    };
  }, []);
  return Area === undefined ? null : <Area />;
}
