import { Button } from '@mantine/core';
import type { QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useAction } from '../state/use-action.js';
import { useT } from '../texts/index.js';

/** Tries work again that was given up; `done` is the notification about it. */
export function RetryButton(props: {
  name: string;
  run: () => Promise<unknown>;
  changes: QueryKey[];
  done: string;
}): ReactNode {
  const { name, run, changes, done } = props;
  const t = useT();
  const retry = useAction(run, { changes, done: () => done });
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={retry.isPending}
      aria-label={`${t('app.retry')}: ${name}`}
      onClick={() => retry.mutate(undefined)}
    >
      {t('app.retry')}
    </Button>
  );
}
