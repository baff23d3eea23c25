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

/** A button for what cannot be taken back: asks, and tells in the same place why it was refused. */
export function AskFirst(props: AskFirstProps): ReactNode {
  const { word, subject, title, text, done, onDone, size = 'compact-sm' } = props;
  const [isAsking, setAsking] = useState(false);
  const action = useAction<void, unknown>(props.run, {
    changes: props.changes,
    done: () => done,
    onDone: () => {
      setAsking(false);
      onDone?.();
    },
    quiet: true,
  });
  const ask = (): void => {
    action.reset();
    setAsking(true);
  };
  return (
    <>
      <Button
        size={size}
        variant="subtle"
        color="gray"
        aria-label={`${word}: ${subject}`}
        onClick={ask}
      >
        {word}
      </Button>
      <Ask
        title={title}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        submit={word}
        isGrave
        onSubmit={() => action.mutate()}
        isBusy={action.isPending}
        error={action.error}
      >
        {text}
      </Ask>
    </>
  );
}
