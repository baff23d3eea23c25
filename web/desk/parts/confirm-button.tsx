import { Button } from '@mantine/core';
import type { QueryKey } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useAction } from '../state/use-action.js';
import { Ask } from './ask.js';

type AskFirstProps = {
  /** What the button does, in a word, and to what. */
  word: string;
  subject: string;
  title: string;
  text: string;
  run: () => Promise<unknown>;
  changes: QueryKey[];
  done: string;
  onDone?: () => void;
  size?: string;
};

/**
 * A button for what cannot be taken back. Why it was refused is told at the edge of the screen: the
 * button may be gone by then, because somebody else was faster.
 */
export function AskFirst(props: AskFirstProps): ReactNode {
  const { word, subject, title, text, done, onDone, size = 'compact-sm' } = props;
  const [isAsking, setAsking] = useState(false);
  const action = useAction<void, unknown>(props.run, {
    changes: props.changes,
    done: () => done,
    onDone,
  });
  const close = (): void => setAsking(false);
  return (
    <>
      <Button
        size={size}
        variant="subtle"
        color="gray"
        aria-label={`${word}: ${subject}`}
        onClick={() => setAsking(true)}
      >
        {word}
      </Button>
      <Ask
        title={title}
        isOpen={isAsking}
        onClose={close}
        submit={word}
        isGrave
        onSubmit={() => action.mutate(undefined, { onSettled: close })}
        isBusy={action.isPending}
      >
        {text}
      </Ask>
    </>
  );
}
