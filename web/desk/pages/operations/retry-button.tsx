import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useDesk } from '../../state/desk.js';
import { useAction } from '../../state/use-action.js';
import { useT } from '../../texts/index.js';

/** Tries work again that was given up. */
export function RetryButton({
  name,
  run,
}: {
  name: string;
  run: () => Promise<unknown>;
}): ReactNode {
  const t = useT();
  const { may } = useDesk();
  const retry = useAction(run, {
    changes: [['operations']],
    done: () => t('operations.retried', { name }),
  });
  if (!may('ops.manage')) return null;
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
