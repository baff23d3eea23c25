import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useApi } from '../../shared/api/index.js';
import { Dialog } from '../../shared/components/dialog.js';
import { Show } from '../../shared/components/states.js';
import { OwnPaper } from '../parts/own-paper.js';
import { Paper } from '../parts/paper.js';
import { PrinterButton } from '../parts/printer-button.js';
import { saleRows } from '../state/paper/sale-rows.js';
import type { Done } from '../state/sale.js';
import type { Session } from '../state/session.js';
import { useT } from '../texts/index.js';

/** The receipt of the last sale, or of a sale found by its number. */
export function ReceiptDialog(props: {
  session: Session;
  done: Done | null;
  onClose: () => void;
}): ReactNode {
  const t = useT();
  const [number, setNumber] = useState(props.done?.number ?? '');
  const [typed, setTyped] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setNumber(typed.trim());
  };
  const isUnsent = props.done !== null && props.done.number === null;
  return (
    <Dialog onClose={props.onClose} title={t('receipt.title')} size="lg">
      <Stack>
        {props.done === null && (
          <form onSubmit={submit}>
            <Group align="flex-end">
              <TextInput
                label={t('receipt.find')}
                placeholder="TXN-…"
                value={typed}
                onChange={event => setTyped(event.currentTarget.value)}
                style={{ flex: 1 }}
                data-autofocus
              />
              <Button type="submit">{t('receipt.show')}</Button>
            </Group>
          </form>
        )}
        {isUnsent && props.done !== null && (
          <Provisional session={props.session} done={props.done} />
        )}
        {number !== '' && <Printed number={number} />}
      </Stack>
    </Dialog>
  );
}

export function Printed({ number }: { number: string }): ReactNode {
  const api = useApi();
  const receipt = useQuery({
    queryKey: ['receipt', number],
    staleTime: 0,
    queryFn: () =>
      answer(
        api.GET('/transactions/{transactionId}/receipt/', {
          params: { path: { transactionId: number }, query: { format: 'text' } },
          parseAs: 'text',
        }),
      ),
  });
  return (
    <Stack>
      <Show query={receipt}>{text => <Paper text={text} />}</Show>
      <PrinterButton number={number} />
    </Stack>
  );
}

function Provisional({ session, done }: { session: Session; done: Done }): ReactNode {
  const entry = { number: done.tillNumber ?? null, occurred_at: done.at };
  return <OwnPaper rows={saleRows(session, done, entry)} />;
}
