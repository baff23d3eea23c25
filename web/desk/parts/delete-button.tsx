import type { QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useT } from '../texts/index.js';
import { ConfirmButton } from './confirm-button.js';

type DeleteProps = {
  name: string;
  /** Shown in the confirmation dialog. */
  text: string;
  run: () => Promise<unknown>;
  changes: QueryKey[];
  onDone?: () => void;
  size?: string;
};

export function DeleteButton({ name, ...others }: DeleteProps): ReactNode {
  const t = useT();
  return (
    <ConfirmButton
      label={t('list.delete')}
      subject={name}
      title={t('list.delete.title', { name })}
      done={t('list.deleted', { name })}
      {...others}
    />
  );
}
