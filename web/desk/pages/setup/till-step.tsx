import { Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Show } from '../../../shared/components/states.js';
import { useT } from '../../texts/index.js';
import type { Till } from '../../types.js';
import { PairDialog } from '../tills/pair-dialog.js';
import { NewTill } from '../tills/till-form.js';
import { useTills } from '../tills/use-tills.js';

/** A till of the store, and the code that pairs a device with it. */
export function TillStep(): ReactNode {
  const t = useT();
  const queries = useQueryClient();
  const tills = useTills();
  const [isAdding, setAdding] = useState(false);
  const [paired, setPaired] = useState<Till>();
  const close = (): void => {
    setAdding(false);
    void queries.invalidateQueries({ queryKey: ['setup'] });
  };
  return (
    <Stack gap="sm">
      <Show query={tills}>
        {rows => (
          <>
            {rows.map(till => (
              <Group key={till.id} justify="space-between" gap="sm">
                <Text>
                  <strong>{till.id}</strong> {till.name !== till.id && till.name}
                </Text>
                <Button
                  variant="default"
                  aria-label={`${t('pairing.pair')}: ${till.id}`}
                  onClick={() => setPaired(till)}
                >
                  {t('pairing.pair')}
                </Button>
              </Group>
            ))}
          </>
        )}
      </Show>
      <Group>
        <Button leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
          {t('tills.new')}
        </Button>
      </Group>
      {isAdding && <NewTill onClose={close} />}
      {paired !== undefined && <PairDialog till={paired} onClose={() => setPaired(undefined)} />}
    </Stack>
  );
}
