import { Button, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useApi } from '../../shared/api/index.js';
import { Failed } from '../../shared/components/states.js';
import { Dialog } from '../parts/till-dialog.js';
import { DISPLAYS, pairDisplay, useDisplays } from '../state/display.js';
import { useIdempotencyKey } from '../state/idempotency-key.js';
import type { Session } from '../state/session.js';
import { useT } from '../texts/index.js';

/** Connects a screen that shows the customer the sale of this till. */
export default function DisplayDialog(props: { session: Session; onClose: () => void }): ReactNode {
  const t = useT();
  const api = useApi();
  const queries = useQueryClient();
  const [code, setCode] = useState('');
  const { key, onError } = useIdempotencyKey();
  const count = useDisplays(props.session).data?.length ?? 0;
  const pair = useMutation({
    mutationFn: () => pairDisplay(api, code.trim(), key),
    onError,
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: DISPLAYS });
      notifications.show({ message: t('display.paired') });
      props.onClose();
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    pair.mutate();
  };
  return (
    <Dialog onClose={props.onClose} title={t('display.title')}>
      <form onSubmit={submit}>
        <Stack>
          <Text>{t('display.text', { address: `${location.origin}/app/display/` })}</Text>
          {count > 0 && <Text c="dimmed">{t('display.count', { count })}</Text>}
          <TextInput
            label={t('display.code')}
            size="lg"
            placeholder="ABCD-2345"
            value={code}
            onChange={event => setCode(event.currentTarget.value.toUpperCase())}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={20}
            required
            withAsterisk={false}
            data-autofocus
          />
          {pair.error !== null && <Failed error={pair.error} />}
          <Button type="submit" size="lg" loading={pair.isPending} disabled={code.trim() === ''}>
            {t('display.go')}
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}
