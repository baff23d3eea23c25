import { Button, Group, Text } from '@mantine/core';
import { newKey } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { useErrorText } from '../../../shared/components/states.js';
import { Panel } from '../../parts/page.js';
import { useQuantityText } from '../../parts/quantity.js';
import { ScanField } from '../../parts/scan-field.js';
import { useAction } from '../../state/use-action.js';
import { useT } from '../../texts/index.js';
import { type Count, type CountLine, enterQuantity } from './calls.js';
import { EntryForm } from './entry-form.js';

/** Counts by scanning: each scan adds one; the last article can be corrected. */
export function Scanner({ count }: { count: Count }): ReactNode {
  const t = useT();
  const api = useApi();
  const textOf = useErrorText();
  const quantity = useQuantityText();
  const [last, setLast] = useState<CountLine>();
  const [isEdited, setEdited] = useState(false);
  const scan = useAction(
    ({ code, key }: { code: string; key: string }) =>
      enterQuantity(api, count.id, { code, quantity: 1, mode: 'add' }, key),
    { changes: [['counts'], ['count-lines']], onDone: setLast, quiet: true },
  );
  return (
    <Panel>
      <ScanField
        label={t('counts.scan')}
        description={t('counts.scan.hint')}
        error={scan.error === null ? undefined : textOf(scan.error)}
        onScan={code => scan.mutate({ code, key: newKey() })}
      />
      {last !== undefined && (
        <Group justify="space-between" mt="sm" wrap="nowrap">
          <Text size="sm" fw={600} role="status">
            {t('counts.last', {
              name: last.description,
              quantity: quantity(last.counted, last.unit),
            })}
          </Text>
          <Button size="xs" variant="default" onClick={() => setEdited(true)}>
            {t('suppliers.edit')}
          </Button>
        </Group>
      )}
      {isEdited && last !== undefined && (
        <EntryForm count={count} line={last} onClose={() => setEdited(false)} onSaved={setLast} />
      )}
    </Panel>
  );
}
