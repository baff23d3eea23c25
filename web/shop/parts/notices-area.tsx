import { Notifications, notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';

export { notifications };

export function NoticesArea(): ReactNode {
  return <Notifications position="top-center" />;
}
