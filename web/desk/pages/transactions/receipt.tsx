import { Button, Group, Stack, TextInput } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Show } from '../../../shared/components/states.js';
import { useAction } from '../../state/use-action.js';
import { useT } from '../../texts/index.js';

export function Receipt({ id }: { id: string }): ReactNode {
  const t = useT();
  const api = useApi();
  const path = { transactionId: id };
  const receipt = useQuery({
    queryKey: ['sale', id, 'receipt'],
    queryFn: () =>
      answer<string>(
        api.GET('/transactions/{transactionId}/receipt/', {
          params: { path, query: { format: 'text' } },
          parseAs: 'text',
        }) as Promise<{ data?: string }>,
      ),
  });
  const [email, setEmail] = useState('');
  const send = useAction(
    () =>
      answer(
        api.POST('/transactions/{transactionId}/receipt/email/', {
          params: { path },
          body: { email },
        }),
      ),
    {
      changes: [],
      done: () => t('receipt.sent', { email }),
      onDone: () => setEmail(''),
    },
  );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    send.mutate(undefined);
  };
  return (
    <Stack>
      <Show query={receipt}>{text => <Printout text={text} />}</Show>
      <form onSubmit={submit}>
        <Group align="flex-end" gap="xs">
          <TextInput
            flex={1}
            type="email"
            required
            withAsterisk={false}
            label={t('receipt.email')}
            value={email}
            onChange={event => setEmail(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" loading={send.isPending}>
            {t('receipt.send')}
          </Button>
        </Group>
      </form>
    </Stack>
  );
}

function Printout({ text }: { text: string }): ReactNode {
  const t = useT();
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide receipt is scrolled by keyboard */}
      <pre className="desk-receipt print-only" data-testid="receipt" tabIndex={0}>
        {text}
      </pre>
      <Button
        variant="default"
        leftSection={<IconPrinter size={18} />}
        onClick={() => globalThis.print()}
      >
        {t('receipt.print')}
      </Button>
    </>
  );
}
