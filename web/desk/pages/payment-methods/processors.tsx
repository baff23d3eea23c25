import { Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Show, useErrorText } from '../../../shared/components/states.js';
import { Panel } from '../../parts/page.js';
import { Tag } from '../../parts/tag.js';
import { PROCESSOR_NAMES } from '../../processors.js';
import { useAction } from '../../state/use-action.js';
import { useT } from '../../texts/index.js';
import { type Processor, type ProcessorTest, readProcessors, testProcessor } from './calls.js';

/** The companies that charge cards: whether they answer, and where they send their events. */
export function Processors(): ReactNode {
  const t = useT();
  const api = useApi();
  const processors = useQuery({
    queryKey: ['payment-processors'],
    queryFn: () => readProcessors(api),
  });
  return (
    <Panel title={t('processors.title')}>
      <Text size="sm" c="dimmed" mb="md">
        {t('processors.text')}
      </Text>
      <Show query={processors}>
        {list => (
          <Stack gap="lg">
            {list.map(one => (
              <ProcessorRow key={one.processor_type} processor={one} />
            ))}
          </Stack>
        )}
      </Show>
    </Panel>
  );
}

function ProcessorRow({ processor }: { processor: Processor }): ReactNode {
  const t = useT();
  const api = useApi();
  const { processor_type: type, webhook_url: address } = processor;
  const name = PROCESSOR_NAMES[type];
  const test = useAction(() => testProcessor(api, type), { changes: [], quiet: true });
  return (
    <Stack gap={6}>
      <Group justify="space-between" gap="sm">
        <Group gap="sm">
          <Text fw={600}>{name}</Text>
          <StateTag processor={processor} />
          {!processor.has_webhook_secret && <Tag tone="warn">{t('processors.noSecret')}</Tag>}
        </Group>
        <Button
          size="xs"
          variant="default"
          loading={test.isPending}
          aria-label={`${t('processors.test')}: ${name}`}
          onClick={() => test.mutate(undefined)}
        >
          {t('processors.test')}
        </Button>
      </Group>
      {!processor.has_webhook_secret && (
        <Text size="sm" c="dimmed">
          {t('processors.noSecret.text')}
        </Text>
      )}
      <TestResult result={test.data} error={test.error} />
      <Group gap="xs" wrap="nowrap">
        <Code className="desk-wrap" flex={1} aria-label={t('processors.webhook', { name })}>
          {address}
        </Code>
        <CopyButton value={address}>
          {({ copied, copy }) => (
            <Button
              size="compact-sm"
              variant="subtle"
              aria-label={`${t('processors.copy')}: ${name}`}
              onClick={copy}
            >
              {t(copied ? 'processors.copied' : 'processors.copy')}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Stack>
  );
}

function StateTag({ processor }: { processor: Processor }): ReactNode {
  const t = useT();
  if (!processor.is_sandbox) return <Tag tone="good">{t('processors.connected')}</Tag>;
  if (!processor.is_usable) return <Tag tone="bad">{t('processors.missing')}</Tag>;
  return <Tag tone="warn">{t('processors.sandbox')}</Tag>;
}

function TestResult(props: { result: ProcessorTest | undefined; error: unknown }): ReactNode {
  const t = useT();
  const textOf = useErrorText();
  const { result, error } = props;
  if (error) {
    return (
      <Text size="sm" role="alert" c="var(--mantine-color-error)">
        {textOf(error)}
      </Text>
    );
  }
  if (result === undefined) return null;
  if (!result.works) {
    return (
      <Text size="sm" role="alert" c="var(--mantine-color-error)">
        {t('processors.fails', { reason: result.reason ?? '' })}
      </Text>
    );
  }
  return (
    <Text size="sm" role="status">
      {t(result.is_sandbox ? 'processors.works.sandbox' : 'processors.works')}
    </Text>
  );
}
