import { SimpleGrid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Show } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { LabelledValue, Page, Panel } from '../../parts/page.js';
import { Tag } from '../../parts/tag.js';
import { useT } from '../../texts/index.js';
import { Invariants } from './invariants.js';
import { Jobs } from './jobs.js';
import { readHealth } from './read-health.js';
import { Work } from './work.js';

const POLL_MS = 15_000;
const CHECKS = ['database', 'cache', 'storage'] as const;

/** Health of the service, and work that waits, fails or was given up. */
export default function Operations(): ReactNode {
  const t = useT();
  return (
    <Page title={t('nav.operations')} text={t('operations.text')}>
      <Health />
      <Work />
      <Jobs />
      <Invariants />
    </Page>
  );
}

function Health(): ReactNode {
  const t = useT();
  const format = useFormat();
  const health = useQuery({
    queryKey: ['operations', 'health'],
    queryFn: () => readHealth(),
    refetchInterval: POLL_MS,
  });
  return (
    <Panel title={t('operations.health')}>
      <Show query={health}>
        {({ checks, version, commit, timestamp }) => (
          <SimpleGrid cols={{ base: 1, sm: 2 }} verticalSpacing={4} spacing="xl">
            {CHECKS.map(name => (
              <LabelledValue key={name} label={t(`operations.${name}`)}>
                <Tag tone={checks[name] ? 'good' : 'bad'}>
                  {t(checks[name] ? 'operations.answers' : 'operations.silent')}
                </Tag>
              </LabelledValue>
            ))}
            <LabelledValue label={t('operations.version')}>
              {[version, commit?.slice(0, 8)].filter(Boolean).join(' · ')}
            </LabelledValue>
            <LabelledValue label={t('operations.checked')}>
              {format.dateTime(timestamp)}
            </LabelledValue>
          </SimpleGrid>
        )}
      </Show>
    </Panel>
  );
}
