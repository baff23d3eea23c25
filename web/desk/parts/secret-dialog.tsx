import { Alert, Button, Code, CopyButton, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useT } from '../texts/index.js';

/** A secret that the service shows once, when it was made. */
export function SecretDialog(props: {
  title: string;
  text: string;
  secret: string;
  onClose: () => void;
}): ReactNode {
  const { title, text, secret, onClose } = props;
  const t = useT();
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': t('app.close') }}
    >
      <Stack>
        <Text size="sm">{text}</Text>
        <Code block aria-label={title} tabIndex={0}>
          {secret}
        </Code>
        <Alert>{t('hooks.secret.once')}</Alert>
        <Group justify="flex-end" gap="xs">
          <CopyButton value={secret}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {t(copied ? 'processors.copied' : 'processors.copy')}
              </Button>
            )}
          </CopyButton>
          <Button onClick={onClose}>{t('pairing.done')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
