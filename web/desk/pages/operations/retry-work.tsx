import type { ReactNode } from 'react';
import { RetryButton } from '../../parts/retry-button.js';
import { useDesk } from '../../state/desk.js';
import { useT } from '../../texts/index.js';

/** Tries a queue or job again, for people who may. */
export function RetryWork(props: { name: string; run: () => Promise<unknown> }): ReactNode {
  const t = useT();
  const { may } = useDesk();
  if (!may('ops.manage')) return null;
  return (
    <RetryButton
      {...props}
      changes={[['operations']]}
      done={t('operations.retried', { name: props.name })}
    />
  );
}
