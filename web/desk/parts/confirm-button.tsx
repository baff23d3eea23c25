import { Button } from '@mantine/core';
import type { QueryKey } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useAction } from '../state/use-action.js';
import { FormDialog } from './form-dialog.js';

type ConfirmButtonProps = {
  /** Button text, and the record it acts on. */
  label: string;
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
 * A button that asks for confirmation. Errors are shown as a notification, because the button may be
 * gone after a concurrent change.
 */
export function ConfirmButton(props: ConfirmButtonProps): ReactNode {
  const { label, subject, title, text, done, onDone, size = 'compact-sm' } = props;
  const [isConfirming, setConfirming] = useState(false);
  const action = useAction<void, unknown>(props.run, {
    changes: props.changes,
    done: () => done,
    onDone,
  });
  const close = (): void => setConfirming(false);
  return (
    <>
      <Button
        size={size}
        variant="subtle"
        color="gray"
        aria-label={`${label}: ${subject}`}
        onClick={() => setConfirming(true)}
      >
        {label}
      </Button>
      <FormDialog
        title={title}
        isOpen={isConfirming}
        onClose={close}
        submit={label}
        isDestructive
        onSubmit={() => action.mutate(undefined, { onSettled: close })}
        isBusy={action.isPending}
      >
        {text}
      </FormDialog>
    </>
  );
}
