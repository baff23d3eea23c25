import { Button, Center, Code, Group, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { QrCode } from '../../../shared/components/qr-code.js';
import { Failed } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { useNow } from '../../state/use-now.js';
import { useT } from '../../texts/index.js';
import type { Till } from '../../types.js';

const CHECK_MS = 1_000;

/** Makes a code when it opens, and shows it once. */
export function PairDialog({ till, onClose }: { till: Till; onClose: () => void }): ReactNode {
  const t = useT();
  const api = useApi();
  const code = useQuery({
    queryKey: ['pairing-code', till.id],
    queryFn: () =>
      answer(
        api.POST('/stores/{store}/terminals/{terminal}/pairing-code/', {
          params: { path: { store: till.store_id, terminal: till.id } },
        }),
      ),
    // Every code replaces the one before, so only this dialog asks for one.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('pairing.title', { id: till.id })}
      closeButtonProps={{ 'aria-label': t('app.close') }}
    >
      <Stack>
        {code.error ? <Failed error={code.error} /> : null}
        {code.data !== undefined && <ShownCode {...code.data} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" loading={code.isFetching} onClick={() => void code.refetch()}>
            {t('pairing.new')}
          </Button>
          <Button onClick={onClose}>{t('pairing.done')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function ShownCode({ code, expires_at }: { code: string; expires_at: string }): ReactNode {
  const t = useT();
  const format = useFormat();
  const hasExpired = useNow(CHECK_MS).getTime() >= Date.parse(expires_at);
  return (
    <>
      <Text>
        {hasExpired ? t('pairing.expired') : t('pairing.text', { time: format.time(expires_at) })}
      </Text>
      <Code
        block
        aria-label={t('pairing.code')}
        fz={32}
        fw={700}
        ta="center"
        c={hasExpired ? 'dimmed' : undefined}
        td={hasExpired ? 'line-through' : undefined}
      >
        {code}
      </Code>
      {!hasExpired && (
        <Center>
          <QrCode
            content={`${location.origin}/app/register/#pair=${code}`}
            label={t('pairing.qr')}
          />
        </Center>
      )}
      <Text size="sm" c="dimmed">
        {t('pairing.once')}
      </Text>
    </>
  );
}
