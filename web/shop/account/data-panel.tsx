import { Alert, Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../shared/api/index.js';
import { Dialog } from '../../shared/components/dialog.js';
import { Form } from '../parts/form.js';
import { Panel } from '../parts/panel.js';
import { Refusal } from '../parts/refusal.js';
import { useT } from '../texts/index.js';

/** A copy of one's own data, and the deletion of the account. */
export function DataPanel(): ReactNode {
  const t = useT();
  const [isDeleting, setDeleting] = useState(false);
  const download = useDownload();
  return (
    <Panel title={t('data.title')}>
      <Text>{t('data.text')}</Text>
      <Refusal error={download.error} />
      <Group>
        <Button variant="default" loading={download.isPending} onClick={() => download.mutate()}>
          {t('data.export')}
        </Button>
        <Button variant="light" color="red" onClick={() => setDeleting(true)}>
          {t('data.delete')}
        </Button>
      </Group>
      {isDeleting && <DeleteDialog onClose={() => setDeleting(false)} />}
    </Panel>
  );
}

function useDownload() {
  const api = useApi();
  return useMutation({
    mutationFn: async () => {
      const data = await answer(api.GET('/web-commerce/account/export/'));
      const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
      const link = document.createElement('a');
      link.href = URL.createObjectURL(file);
      link.download = `account-${data.exported_at.slice(0, 10)}.json`;
      link.click();
      URL.revokeObjectURL(link.href);
    },
  });
}

function DeleteDialog({ onClose }: { onClose: () => void }): ReactNode {
  const t = useT();
  const api = useApi();
  const [password, setPassword] = useState('');
  const ask = useMutation({
    mutationFn: () => {
      const body = password === '' ? {} : { password };
      return answer(api.POST('/web-commerce/account/deletion/', { body }));
    },
  });
  return (
    <Dialog title={t('data.delete.title')} onClose={onClose}>
      {ask.isSuccess ? (
        <Alert color="green" variant="light" role="status">
          {t('data.delete.sent')}
        </Alert>
      ) : (
        <Form onSubmit={() => ask.mutate()}>
          <Text>{t('data.delete.text')}</Text>
          <Refusal error={ask.error} />
          <PasswordInput
            label={t('data.delete.password')}
            description={t('data.delete.noPassword')}
            autoComplete="current-password"
            maxLength={1_024}
            value={password}
            onChange={event => setPassword(event.currentTarget.value)}
          />
          <Stack align="flex-end">
            <Button type="submit" color="red.9" loading={ask.isPending}>
              {t('data.delete.send')}
            </Button>
          </Stack>
        </Form>
      )}
    </Dialog>
  );
}
