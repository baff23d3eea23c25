import { Button, Center, Stack, Text, Title } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { useTexts } from '../i18n/index.js';

function CrashPage(): ReactNode {
  const t = useTexts();
  return (
    <Center mih="80vh" p="lg">
      <Stack align="center" maw={420} role="alert">
        <Title order={1} ta="center">
          {t('app.error.title')}
        </Title>
        <Text ta="center">{t('app.error.crash')}</Text>
        <Button onClick={() => location.reload()}>{t('app.reload')}</Button>
      </Stack>
    </Center>
  );
}

/** Shows an error page instead of a blank one when rendering fails. */
export class CrashBoundary extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError(): { crashed: boolean } {
    return { crashed: true };
  }

  override render(): ReactNode {
    return this.state.crashed ? <CrashPage /> : this.props.children;
  }
}
