import { Notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { useToastSpace } from '../use-toast-space.js';

/** Notifications appear in a bar at the bottom, and the page ends above it. */
export function ToastBar(): ReactNode {
  // Without a portal the bar exists when the effect looks for it.
  useToastSpace();
  return <Notifications position="bottom-center" withinPortal={false} />;
}
