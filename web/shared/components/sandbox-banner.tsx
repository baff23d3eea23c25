import { Text } from '@mantine/core';
import { type ReactNode, useSyncExternalStore } from 'react';
import { useTexts } from '../i18n/index.js';

const never = () => () => undefined;
const isMarked = (): boolean => document.querySelector('meta[name="sandbox"]') !== null;

/** Shown where the sandbox stands in for card processors although the service is in production. */
export function SandboxBanner(): ReactNode {
  const t = useTexts();
  const isSandbox = useSyncExternalStore(never, isMarked, () => false);
  if (!isSandbox) return null;
  return (
    <Text role="note" className="sandbox-banner" size="xs" fw={600} data-testid="sandbox">
      {t('app.sandbox')}
    </Text>
  );
}
