import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Failed } from '../../../shared/components/states.js';
import { useT } from '../../texts/index.js';
import { findByCode, type ValueAccount } from './calls.js';

/** Asks for a code; the card is then shown by its id, and the code is forgotten. */
export function CardSearch(props: { onFound: (card: ValueAccount) => void }): ReactNode {
  const t = useT();
  const api = useApi();
  const [code, setCode] = useState('');
  const find = useMutation({
    mutationFn: (typed: string) => findByCode(api, typed),
    onSuccess: card => {
      setCode('');
      props.onFound(card);
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (code.trim() !== '') find.mutate(code.trim());
  };
  return (
    <Stack>
      <form onSubmit={submit}>
        <Group align="flex-end" gap="xs">
          <TextInput
            label={t('value.code')}
            description={t('value.code.hint')}
            autoComplete="off"
            maxLength={50}
            style={{ flex: '1 1 260px', maxWidth: 420 }}
            value={code}
            onChange={event => setCode(event.currentTarget.value)}
          />
          <Button
            type="submit"
            variant="default"
            loading={find.isPending}
            disabled={code.trim() === ''}
          >
            {t('value.find')}
          </Button>
        </Group>
      </form>
      {find.error && <Failed error={find.error} />}
    </Stack>
  );
}
