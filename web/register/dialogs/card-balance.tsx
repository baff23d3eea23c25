import { Button, Stack, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { CardBalance } from '../parts/card-balance.js';
import { Dialog } from '../parts/till-dialog.js';
import { useCardBalance } from '../state/gift-card-balance.js';
import { useT } from '../texts/index.js';

/** Reads the balance of a gift card or store credit by its code, typed or scanned. */
export default function CardBalanceDialog(props: {
  scanned: string;
  onClose: () => void;
}): ReactNode {
  const { scanned, onClose } = props;
  const t = useT();
  const [code, setCode] = useState(scanned);
  const [asked, setAsked] = useState(scanned);
  const balance = useCardBalance(asked);
  useEffect(() => {
    setCode(scanned);
    setAsked(scanned);
  }, [scanned]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (code.trim() === asked) void balance.refetch();
    else setAsked(code.trim());
  };
  return (
    <Dialog onClose={onClose} title={t('giftCard.check.title')}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label={t('giftCard.code')}
            description={t('giftCard.code.hint')}
            size="lg"
            autoComplete="off"
            maxLength={50}
            value={code}
            onChange={event => setCode(event.currentTarget.value)}
            data-autofocus
          />
          {asked !== '' && asked === code.trim() && <CardBalance query={balance} />}
          <Button type="submit" size="md" disabled={code.trim() === ''}>
            {t('giftCard.check')}
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}
