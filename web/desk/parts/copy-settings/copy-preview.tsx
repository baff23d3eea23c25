import { Accordion, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useT } from '../../texts/index.js';
import { Changes } from '../history/changes.js';
import { Tag } from '../tag.js';
import type { Copied } from './sections.js';

type CopiedStore = Copied['stores'][number];
type Outcome = CopiedStore['sections'][number];

const count = ({ sections }: CopiedStore, outcome: Outcome['outcome']): number =>
  sections.filter(one => one.outcome === outcome).length;

/** What changes at each store, and what a store cannot have. */
export function CopyPreview({ copied }: { copied: Copied }): ReactNode {
  const t = useT();
  const affected = copied.stores.filter(store =>
    store.sections.some(({ outcome }) => outcome !== 'unchanged'),
  );
  const same = copied.stores.length - affected.length;
  const [opened, setOpened] = useState<string | null>(affected[0]?.id ?? null);
  return (
    <Stack gap="xs" role="status" aria-label={t('copy.preview')}>
      {same > 0 && <Text size="sm">{t('copy.same', { count: same })}</Text>}
      <Accordion variant="separated" value={opened} onChange={setOpened}>
        {affected.map(store => (
          <Accordion.Item key={store.id} value={store.id}>
            <Accordion.Control>
              <Group justify="space-between" gap="xs" pr="sm">
                <Text fw={600}>{store.name}</Text>
                <Counts store={store} />
              </Group>
            </Accordion.Control>
            <Accordion.Panel>{opened === store.id && <Sections store={store} />}</Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </Stack>
  );
}

function Counts({ store }: { store: CopiedStore }): ReactNode {
  const t = useT();
  const [changed, refused] = [count(store, 'changed'), count(store, 'refused')];
  return (
    <Group gap={6}>
      {changed > 0 && <Tag tone="good">{t('copy.changed', { count: changed })}</Tag>}
      {refused > 0 && <Tag tone="warn">{t('copy.refused', { count: refused })}</Tag>}
    </Group>
  );
}

function Sections({ store }: { store: CopiedStore }): ReactNode {
  const t = useT();
  return (
    <Stack gap="sm">
      {store.sections
        .filter(({ outcome }) => outcome !== 'unchanged')
        .map(({ section, reason, changes }) => (
          <div key={section}>
            <Text size="sm" fw={600}>
              {t(`copy.section.${section}`)}
            </Text>
            {reason === null ? (
              <Changes changes={changes as Parameters<typeof Changes>[0]['changes']} isWhole />
            ) : (
              <Text size="sm">{t(`copy.reason.${reason}`)}</Text>
            )}
          </div>
        ))}
    </Stack>
  );
}
