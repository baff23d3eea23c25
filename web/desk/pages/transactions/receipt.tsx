import { Button, Group, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { answer } from '@tillhouse/client';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { ReceiptPage } from '../../../shared/components/receipt-page.js';
import { useAction } from '../../state/use-action.js';
import { useT } from '../../texts/index.js';

/** The receipt of a sale, to print or to mail. */
export function Receipt({ id }: { id: string }): ReactNode {
  const t = useT();
  const api = useApi();
  const path = { transactionId: id };
  const [isGift, setGift] = useState(false);
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
      <SegmentedControl
        aria-label={t('receipt.which')}
        data={[
          { value: 'receipt', label: t('receipt.one') },
          { value: 'gift', label: t('receipt.gift') },
        ]}
        value={isGift ? 'gift' : 'receipt'}
        onChange={value => setGift(value === 'gift')}
      />
      <ReceiptPage number={id} isGift={isGift} queryKey={['sale', id, 'receipt']} />
      <Button
        variant="default"
        leftSection={<IconPrinter size={18} />}
        onClick={() => globalThis.print()}
      >
        {t('receipt.print')}
      </Button>
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
