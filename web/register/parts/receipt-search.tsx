import { Button, Group, TextInput } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { Failed } from '../../shared/components/states.js';
import { useT } from '../texts/index.js';

/** Asks for the number of a receipt, which is typed or scanned. */
export function ReceiptSearch(props: {
  placeholder: string;
  number: string;
  onNumber: (number: string) => void;
  find: { mutate: (wanted: string) => void; isPending: boolean; error: unknown };
}): ReactNode {
  const { placeholder, number, onNumber, find } = props;
  const t = useT();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    find.mutate(number.trim());
  };
  return (
    <>
      <form onSubmit={submit}>
        <Group align="flex-end">
          <TextInput
            label={t('return.number')}
            placeholder={placeholder}
            size="md"
            style={{ flex: 1 }}
            value={number}
            onChange={event => onNumber(event.currentTarget.value)}
            required
            withAsterisk={false}
            data-autofocus
          />
          <Button type="submit" size="md" loading={find.isPending}>
            {t('return.find')}
          </Button>
        </Group>
      </form>
      {find.error !== null && <Failed error={find.error} />}
    </>
  );
}
