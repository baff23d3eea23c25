import { Button, Group, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Dialog } from '../../shared/components/dialog.js';
import { OwnPaper } from '../parts/own-paper.js';
import { SalePaper } from '../parts/sale-paper.js';
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
  // A number that arrives meanwhile does not change the paper that is read.
  const isUnsent = props.done !== null && number === '';
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

/** The receipt of a sale with all ways to print it, also without prices for a present. */
export function Printed({ number }: { number: string }): ReactNode {
  const t = useT();
  const [isGift, setGift] = useState(false);
  return (
    <Stack>
      <SegmentedControl
        fullWidth
        aria-label={t('receipt.which')}
        data={[
          { value: 'receipt', label: t('receipt.title') },
          { value: 'gift', label: t('receipt.gift') },
        ]}
        value={isGift ? 'gift' : 'receipt'}
        onChange={value => setGift(value === 'gift')}
      />
      <SalePaper number={number} isGift={isGift} />
    </Stack>
  );
}

function Provisional({ session, done }: { session: Session; done: Done }): ReactNode {
  const entry = { number: done.tillNumber ?? null, occurred_at: done.at };
  return <OwnPaper rows={saleRows(session, done, entry)} />;
}
