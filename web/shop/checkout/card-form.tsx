import { Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Choice } from '../parts/choice.js';
import { useT } from '../texts/index.js';
import classes from './checkout.module.css';
import { lastFourOf, TEST_CARDS, type TestCard } from './test-cards.js';

/** Test cards only; there is no input for a real card number. */
export function CardForm(props: {
  value: TestCard;
  onChange: (card: TestCard) => void;
}): ReactNode {
  const t = useT();
  const { value, onChange } = props;
  return (
    <Stack gap="md">
      <Text size="sm" p="sm" bg="var(--app-warn-soft)" c="var(--app-warn-ink)" bdrs="md">
        {t('card.sandbox')}
      </Text>
      <div className={classes.cards}>
        <div className={classes.card} aria-hidden>
          <Group justify="space-between">
            <div className={classes.chip} />
            <Text fw={700}>Tillhouse Test</Text>
          </Group>
          <div className={classes.number}>{value.number}</div>
          <Group justify="space-between">
            <Text size="sm">TEST CARD</Text>
            <Text size="sm">12/34</Text>
          </Group>
        </div>
        <Choice
          label={t('card.which')}
          value={value.token}
          onChange={token => {
            const card = TEST_CARDS.find(item => item.token === token);
            if (card !== undefined) onChange(card);
          }}
          options={TEST_CARDS.map(card => ({
            value: card.token,
            title: t(card.text),
            aside: `•••• ${lastFourOf(card)}`,
          }))}
        />
      </div>
    </Stack>
  );
}
