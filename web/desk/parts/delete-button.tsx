import type { QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useT } from '../texts/index.js';
import { AskFirst } from './ask-first.js';

type DeleteProps = {
  name: string;
  /** What else there is to know before it is gone. */
  text: string;
  run: () => Promise<unknown>;
  changes: QueryKey[];
  onDone?: () => void;
  size?: string;
};

export function DeleteButton({ name, ...others }: DeleteProps): ReactNode {
  const t = useT();
  return (
    <AskFirst
      word={t('list.delete')}
      subject={name}
      title={t('list.delete.title', { name })}
      done={t('list.deleted', { name })}
      {...others}
    />
  );
}
