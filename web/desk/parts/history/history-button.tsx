import { ActionIcon, Modal } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useDesk } from '../../state/desk.js';
import { useT } from '../../texts/index.js';
import { History } from './index.js';

/** Opens the history of a record that has neither a page nor a form. */
export function HistoryButton(props: { type: string; id: string; subject: string }): ReactNode {
  const { type, id, subject } = props;
  const t = useT();
  const { may } = useDesk();
  const [isOpen, setOpen] = useState(false);
  if (!may('audit.read')) return null;
  const title = `${t('history.title')}: ${subject}`;
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={title}
        title={title}
        onClick={() => setOpen(true)}
      >
        <IconHistory size={16} />
      </ActionIcon>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={subject}
        size="lg"
        closeButtonProps={{ 'aria-label': t('app.close') }}
      >
        <History type={type} id={id} />
      </Modal>
    </>
  );
}
