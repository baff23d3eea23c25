import { Button, Group, Modal, Stack } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Failed } from '../../shared/components/states.js';
import { useDesk } from '../state/desk.js';
import type { FormRecord } from '../state/use-condition.js';
import { useT } from '../texts/index.js';
import { Conflict, type ConflictProps } from './history/conflict.js';
import { History } from './history/index.js';

/** White text on this red has a contrast of 5.6:1. */
const WARNING = 'red.9';

type Props = {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  submit: string;
  onSubmit: () => void;
  isBusy: boolean;
  error?: unknown;
  /** Another person has changed the record; replaces the submit button. */
  conflict?: ConflictProps;
  /** The record that the form changes; its history opens below the fields. */
  record?: Pick<FormRecord, 'type' | 'id'>;
  /** Shows the submit button in red. */
  isDestructive?: boolean;
  isReady?: boolean;
  size?: string;
  /** Names of the invalid fields; a change moves the focus to the first one. */
  invalidFields?: string;
  children: ReactNode;
};

/** A modal form with cancel and submit buttons and an error message. */
export function FormDialog(props: Props): ReactNode {
  const t = useT();
  const {
    isOpen,
    onClose,
    onSubmit,
    isBusy,
    error,
    conflict,
    invalidFields,
    isReady = true,
    children,
  } = props;
  const form = useRef<HTMLFormElement>(null);
  // Focuses the first invalid field, so that screen readers read its error.
  useEffect(() => {
    if (isBusy || !invalidFields) return;
    form.current?.querySelector<HTMLElement>(':is(input, textarea)[aria-invalid="true"]')?.focus();
  }, [isBusy, invalidFields]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // React passes events through portals: a dialog opened from a form must not send that form.
    event.stopPropagation();
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
          {conflict ? (
            <Conflict {...conflict} />
          ) : (
            <Footer record={props.record}>
              <Button variant="default" onClick={onClose}>
                {t('app.cancel')}
              </Button>
              <Button
                type="submit"
                color={props.isDestructive ? WARNING : undefined}
                loading={isBusy}
                disabled={!isReady}
              >
                {props.submit}
              </Button>
            </Footer>
          )}
        </Stack>
      </form>
    </Modal>
  );
}

/** The buttons of the form, and beside them the one that opens the history of its record. */
function Footer(props: {
  record?: Pick<FormRecord, 'type' | 'id'>;
  children: ReactNode;
}): ReactNode {
  const { record, children } = props;
  const t = useT();
  const { may } = useDesk();
  const [isOpen, setOpen] = useState(false);
  const hasHistory = record !== undefined && may('audit.read');
  return (
    <>
      {hasHistory && isOpen && <History type={record.type} id={record.id} />}
      <Group justify={hasHistory ? 'space-between' : 'flex-end'} gap="xs">
        {hasHistory && (
          <Button
            variant="subtle"
            px="xs"
            leftSection={<IconHistory size={16} />}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {t('history.title')}
          </Button>
        )}
        <Group gap="xs">{children}</Group>
      </Group>
    </>
  );
}
