import { Button, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useApi } from '../../shared/api/index.js';
import { Empty, Loading } from '../../shared/components/states.js';
import { useTitle } from '../layout/use-title.js';
import { useOrderToken } from '../orders/use-order.js';
import { Refusal } from '../parts/refusal.js';
import { useSession } from '../session/use-session.js';
import { useT } from '../texts/index.js';
import { useSessionChange } from './use-account.js';

/** The second step of a deletion: the link of the mail, in the browser that is signed in. */
export function DeleteAccountPage(): ReactNode {
  const t = useT();
  const api = useApi();
  const session = useSession();
  const token = useOrderToken();
  const change = useSessionChange();
  useTitle(t('data.delete'));
  const confirm = useMutation({
    mutationFn: async () => {
      await answer(api.POST('/web-commerce/account/deletion/confirm/', { body: { token } }));
      await change();
    },
  });
  if (confirm.isSuccess) return <Empty title={t('data.deleted')} text={t('data.deleted.text')} />;
  if (session.data === undefined) return <Loading />;
  if (session.data.user == null) {
    return (
      <Empty
        title={t('data.delete')}
        text={t('data.delete.signIn')}
        action={
          <Button
            component={Link}
            href={`/login?next=${encodeURIComponent(`/delete-account#${token}`)}`}
            variant="light"
          >
            {t('account.logIn')}
          </Button>
        }
      />
    );
  }
  return (
    <Stack maw={520} mx="auto" py="xl" gap="lg">
      <Title order={1}>{t('data.delete.title')}</Title>
      <Text>{t('data.delete.text')}</Text>
      <Refusal error={confirm.error} />
      <Button
        color="red.9"
        loading={confirm.isPending}
        disabled={token === ''}
        onClick={() => confirm.mutate()}
      >
        {t('data.delete.confirm')}
      </Button>
    </Stack>
  );
}
