import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { IconCashRegister, IconDeviceDesktop } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../api/index.js';
import type { ItemOf } from '../api/responses.js';
import { useFormat } from '../i18n/format.js';
import { useTexts } from '../i18n/index.js';
import { Show, useErrorText } from './states.js';

type OwnLogin = ItemOf<'/auth/sessions/'>;

const KEY = ['own-logins'];

/** A person's logins on all devices; each but the current one can be ended. */
export function OwnLogins(): ReactNode {
  const t = useTexts();
  const api = useApi();
  const logins = useQuery({
    queryKey: KEY,
    queryFn: () => answer(api.GET('/auth/sessions/')),
    refetchOnMount: 'always',
  });
  const endOthers = useEnding(() => answer(api.DELETE('/auth/sessions/')));
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {t('logins.text')}
      </Text>
      <Show query={logins}>
        {rows => (
          <>
            <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
              {rows.toSorted(currentFirst).map(login => (
                <LoginRow key={login.id} login={login} />
              ))}
            </Stack>
            {rows.length > 1 && (
              <Group>
                <Button
                  variant="default"
                  loading={endOthers.isPending}
                  onClick={() => endOthers.mutate()}
                >
                  {t('logins.endOthers')}
                </Button>
              </Group>
            )}
            <Problem error={endOthers.error} />
          </>
        )}
      </Show>
    </Stack>
  );
}

const currentFirst = (a: OwnLogin, b: OwnLogin): number =>
  Number(b.is_current) - Number(a.is_current);

function useEnding(end: () => Promise<unknown>) {
  const queries = useQueryClient();
  return useMutation<unknown, Error, void>({
    mutationFn: end,
    // Also after an error: the login may have ended in another way.
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  });
}

function LoginRow({ login }: { login: OwnLogin }): ReactNode {
  const t = useTexts();
  const api = useApi();
  const format = useFormat();
  const end = useEnding(() =>
    answer(api.DELETE('/auth/sessions/{id}/', { params: { path: { id: login.id } } })),
  );
  const name = login.device_name || t('logins.unknown');
  const Icon = login.kind === 'pos' ? IconCashRegister : IconDeviceDesktop;
  const facts = [
    login.terminal_id !== null && t('logins.till', { id: login.terminal_id }),
    login.address !== null && t('logins.address', { address: login.address }),
    t('logins.since', { time: format.dateTime(login.created_at) }),
    t('logins.seen', { time: format.dateTime(login.last_seen_at) }),
  ].filter(fact => fact !== false);
  return (
    <Stack component="li" gap="xs" p="md" bg="var(--app-sunken)" bdrs="md">
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <Group gap="xs" miw={0} wrap="nowrap" align="flex-start">
          <Icon size={22} aria-hidden style={{ flex: 'none' }} />
          <Group gap="xs" miw={0}>
            <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
              {name}
            </Text>
            {login.is_current && (
              <Badge variant="light" tt="none">
                {t('logins.this')}
              </Badge>
            )}
          </Group>
        </Group>
        {!login.is_current && (
          <Button
            size="compact-sm"
            variant="default"
            style={{ flex: 'none' }}
            loading={end.isPending}
            aria-label={t('logins.end.named', { name })}
            onClick={() => end.mutate()}
          >
            {t('logins.end')}
          </Button>
        )}
      </Group>
      <Group gap="md" style={{ rowGap: 0 }}>
        {facts.map(fact => (
          <Text key={fact} size="sm" c="dimmed">
            {fact}
          </Text>
        ))}
      </Group>
      <Problem error={end.error} />
    </Stack>
  );
}

function Problem({ error }: { error: Error | null }): ReactNode {
  const textOf = useErrorText();
  if (error === null) return null;
  return (
    <Text size="sm" c="var(--mantine-color-error)" role="alert">
      {textOf(error)}
    </Text>
  );
}
