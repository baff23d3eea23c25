import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** Says what a control that is hidden where scripts do not run would have offered. */
export function WithoutScript({ text }: { text: string }): ReactNode {
  return (
    <noscript>
      <Text size="sm" c="dimmed">
        {text}
      </Text>
    </noscript>
  );
}
