import { Button, SimpleGrid, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Cashier } from '../state/session.js';
import { useT } from '../texts/index.js';

/** People who used this till before: one touch and a PIN sign them in. */
export function Cashiers(props: {
  known: Pick<Cashier, 'number' | 'name'>[];
  /** Nobody else can be chosen. */
  isClosed: boolean;
  /** Employee number; empty for somebody who is not in the list. */
  who: string;
  onChoose: (number: string) => void;
}): ReactNode {
  const t = useT();
  const { known, isClosed, who, onChoose } = props;
  const button = (number: string, name: string): ReactNode => (
    <Button
      key={number}
      variant={number === who ? 'filled' : 'default'}
      aria-pressed={number === who}
      px={6}
      onClick={() => onChoose(number)}
    >
      {name}
    </Button>
  );
  return (
    <Stack gap={6}>
      <Text size="sm" fw={500}>
        {t('login.who')}
      </Text>
      <SimpleGrid cols={2} spacing="xs" role="group" aria-label={t('login.who')}>
        {known.map(({ number, name }) => button(number, name))}
        {!isClosed && button('', t('login.other'))}
      </SimpleGrid>
    </Stack>
  );
}
