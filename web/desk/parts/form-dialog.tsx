import { Button, Group, Modal, Stack } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { Failed } from '../../shared/components/states.js';
import { useT } from '../texts/index.js';

/** The red that carries white words (5.6 : 1). */
const WARNING = 'red.9';

/** A dialog with a form: what is asked, what went wrong, and the two ways out. */
export function Ask(props: {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  submit: string;
  onSubmit: () => void;
  isBusy: boolean;
  error?: unknown;
  /** It takes something away: the button warns. */
  isGrave?: boolean;
  isReady?: boolean;
  size?: string;
  /** The fields that say themselves what is wrong with them. */
  wrong?: string;
  children: ReactNode;
}): ReactNode {
  const t = useT();
  const { isOpen, onClose, onSubmit, isBusy, error, wrong, isReady = true, children } = props;
  const form = useRef<HTMLFormElement>(null);
  // The first wrong field takes the focus, and with it its message is read out.
  useEffect(() => {
    if (isBusy || !wrong) return;
    form.current?.querySelector<HTMLElement>(':is(input, textarea)[aria-invalid="true"]')?.focus();
  }, [isBusy, wrong]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={props.title}
      size={props.size}
      closeButtonProps={{ 'aria-label': t('app.close') }}
    >
      <form ref={form} onSubmit={submit}>
        <Stack>
          {children}
          {error ? <Failed error={error} /> : null}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('app.cancel')}
            </Button>
            <Button
              type="submit"
              color={props.isGrave ? WARNING : undefined}
              loading={isBusy}
              disabled={!isReady}
            >
              {props.submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
