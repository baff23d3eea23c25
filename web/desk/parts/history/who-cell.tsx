import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormat } from '../../../shared/i18n/format.js';
import type { AuditEntry } from './calls.js';
import { useEntryText } from './entry-text.js';

/** Who made a change, and when. */
export function WhoCell({ entry }: { entry: AuditEntry }): ReactNode {
  const format = useFormat();
  const text = useEntryText();
  return (
    <div className="desk-wrap">
      <Text size="sm" fw={600}>
        {text.actor(entry)}
      </Text>
      <Text size="xs" c="dimmed">
        {format.dateTime(entry.at)}
      </Text>
    </div>
  );
}
