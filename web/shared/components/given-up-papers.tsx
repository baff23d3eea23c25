import { Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../api/index.js';
import { GIVEN_UP, type GivenUpPaper } from '../given-up.js';
import { useFormat } from '../i18n/format.js';
import { Failed } from './states.js';
import { useSharedDeviceTexts } from './use-device-texts.js';

/** What was not printed, each with a button that prints it and one that takes it off the list. */
export function GivenUpPapers({ papers }: { papers: readonly GivenUpPaper[] }): ReactNode {
  const t = useSharedDeviceTexts();
  if (papers.length === 0) return null;
  return (
    <Stack gap="xs" data-testid="given-up">
      <Text fw={600}>{t('queue.title')}</Text>
      <Text size="sm" c="dimmed">
        {t('queue.text')}
      </Text>
      {papers.map(paper => (
        <Paper key={paper.id} paper={paper} />
      ))}
    </Stack>
  );
}

const TROUBLES = ['paper_out', 'cover_open', 'unreachable', 'address_not_allowed'] as const;

function useChange(paper: GivenUpPaper) {
  const t = useSharedDeviceTexts();
  const api = useApi();
  const queries = useQueryClient();
  const params = { path: { terminal_id: paper.terminal_id, id: paper.id } };
  return useMutation({
    mutationFn: async (step: 'retry' | 'discard'): Promise<string | undefined> => {
      if (step === 'discard') {
        await answer(api.POST('/terminals/{terminal_id}/print-jobs/{id}/discard/', { params }));
        return undefined;
      }
      await answer(api.POST('/terminals/{terminal_id}/print-jobs/{id}/retry/', { params }));
      return t('queue.sent', { paper: t(`paper.${paper.kind}`), name: paper.device_name });
    },
    onSuccess: message => {
      if (message !== undefined) notifications.show({ message });
    },
    // Also after an error: another till may have printed it.
    onSettled: () => queries.invalidateQueries({ queryKey: GIVEN_UP }),
  });
}

function Paper({ paper }: { paper: GivenUpPaper }): ReactNode {
  const t = useSharedDeviceTexts();
  const { dateTime } = useFormat();
  const change = useChange(paper);
  const trouble = TROUBLES.find(one => one === paper.error) ?? 'other';
  const name = [t(`paper.${paper.kind}`), paper.transaction_number].filter(Boolean).join(' ');
  return (
    <Group justify="space-between" gap="sm">
      <div style={{ flex: '1 1 200px', minWidth: 0 }}>
        <Text>{name}</Text>
        <Text size="sm" c="dimmed">
          {`${paper.device_name} (${t(`trouble.${trouble}`)}) · ${dateTime(paper.created_at)}`}
        </Text>
      </div>
      <Group gap={6}>
        <Button
          size="compact-md"
          aria-label={`${t('queue.again')}: ${name}`}
          loading={change.isPending && change.variables === 'retry'}
          onClick={() => change.mutate('retry')}
        >
          {t('queue.again')}
        </Button>
        <Button
          size="compact-md"
          variant="default"
          aria-label={`${t('queue.discard')}: ${name}`}
          loading={change.isPending && change.variables === 'discard'}
          onClick={() => change.mutate('discard')}
        >
          {t('queue.discard')}
        </Button>
      </Group>
      {change.error !== null && <Failed error={change.error} />}
    </Group>
  );
}
