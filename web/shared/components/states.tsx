import { Alert, Button, Center, Group, Loader, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconAlertTriangle, IconCloudOff, IconInbox } from '@tabler/icons-react';
import { ApiError, Unreachable } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useI18n, useTexts } from '../i18n/index.js';
import { refusalText } from '../i18n/refusals.js';

export function Loading({ label }: { label?: string }): ReactNode {
  const t = useTexts();
  return (
    <Center mih={160} role="status">
      <Stack align="center" gap="xs">
        <Loader type="dots" />
        <Text c="dimmed" size="sm">
          {label ?? t('app.loading')}
        </Text>
      </Stack>
    </Center>
  );
}

export function Empty(props: {
  title?: string;
  text?: string;
  icon?: ReactNode;
  action?: ReactNode;
}): ReactNode {
  const t = useTexts();
  return (
    <Center mih={200} p="lg">
      <Stack align="center" gap="sm" maw={360}>
        <ThemeIcon variant="light" size={56} radius="xl">
          {props.icon ?? <IconInbox size={28} />}
        </ThemeIcon>
        <Title order={3} ta="center">
          {props.title ?? t('app.empty')}
        </Title>
        {props.text !== undefined && (
          <Text c="dimmed" ta="center">
            {props.text}
          </Text>
        )}
        {props.action}
      </Stack>
    </Center>
  );
}

/** Error text in the reader's language: what happened and what to do. */
export function useErrorText(): (error: unknown) => string {
  const t = useTexts();
  const { language } = useI18n();
  return error => {
    if (error instanceof Unreachable) return t('app.error.unreachable');
    if (!(error instanceof ApiError)) return t('app.error.server');
    if (error.status === 401 && error.code !== 'TILL_CHANGED') return t('app.error.signedOut');
    if (error.code === 'PERMISSION_DENIED') return t('app.error.forbidden');
    if (error.status === 429 && error.code !== 'LOCKED_OUT') {
      return t('app.error.busy', { count: error.retryAfterSeconds ?? 1 });
    }
    if (error.status >= 500) return t('app.error.server');
    return refusalText(language, error);
  };
}

export function Failed(props: { error: unknown; onRetry?: () => void }): ReactNode {
  const t = useTexts();
  const textOf = useErrorText();
  const { error, onRetry } = props;
  const isUnreachable = error instanceof Unreachable;
  const reference = error instanceof ApiError && error.status >= 500 ? error.requestId : undefined;
  return (
    <Alert
      variant="light"
      color={isUnreachable ? 'brass' : 'red'}
      icon={isUnreachable ? <IconCloudOff /> : <IconAlertTriangle />}
      title={isUnreachable ? t('app.offline.title') : t('app.error.title')}
      role="alert"
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{textOf(error)}</Text>
        {reference !== undefined && (
          <Text size="xs" c="dimmed">
            {t('app.reference', { id: reference })}
          </Text>
        )}
        {onRetry !== undefined && (
          <Group>
            <Button size="xs" variant="default" onClick={onRetry}>
              {t('app.retry')}
            </Button>
          </Group>
        )}
      </Stack>
    </Alert>
  );
}

type Loaded<Data> = {
  data: Data | undefined;
  error: unknown;
  isPending: boolean;
  refetch(): unknown;
};

/** Renders a query: loading, failed, empty or loaded. */
export function Show<Data>(props: {
  query: Loaded<Data>;
  empty?: ReactNode;
  isEmpty?: (data: Data) => boolean;
  children: (data: Data) => ReactNode;
}): ReactNode {
  const { query, empty, isEmpty, children } = props;
  if (query.data === undefined) {
    if (query.isPending) return <Loading />;
    return <Failed error={query.error} onRetry={() => void query.refetch()} />;
  }
  const nothing = isEmpty?.(query.data) ?? (Array.isArray(query.data) && query.data.length === 0);
  if (nothing && empty !== undefined) return empty;
  return children(query.data);
}
