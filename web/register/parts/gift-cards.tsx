import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconGift, IconPrinter } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useApi } from '../../shared/api/index.js';
import { useFormat } from '../../shared/i18n/format.js';
import { sellsGiftCards } from '../state/basket.js';
import { revealGiftCards } from '../state/calls.js';
import { grouped } from '../state/paper/code-rows.js';
import { type Done, sale } from '../state/sale.js';
import type { Session } from '../state/session.js';
import { minor } from '../state/till-money.js';
import { useT } from '../texts/index.js';
import { CodeSlip } from './code-slip.js';

/** The codes of the gift cards that were sold. A card reader's payment has not shown them yet. */
export function SoldGiftCards(props: { session: Session; done: Done }): ReactNode {
  const { session, done } = props;
  const [isSlip, setSlip] = useState(false);
  const t = useT();
  const { cents } = useFormat();
  const api = useApi();
  const { number, key, giftCards } = done;
  const isMissing = number !== null && giftCards === undefined && sellsGiftCards(done.basket);
  useEffect(() => {
    if (!isMissing || number === null) return;
    void revealGiftCards(api, number, `${key}-cards`)
      .then(cards =>
        sale.set(current =>
          current.done?.key === key
            ? { ...current, done: { ...current.done, giftCards: cards } }
            : current,
        ),
      )
      .catch(() => undefined);
  }, [api, isMissing, number, key]);
  if (giftCards === undefined || giftCards.length === 0) return null;
  return (
    <Alert w="100%" color="pine" variant="light" icon={<IconGift />} title={t('giftCard.sold')}>
      <Stack gap="xs">
        {giftCards.map(({ code, amount }) => (
          <Group key={code} justify="space-between" data-testid="gift-card">
            <Text ff="monospace" fz="lg" fw={700}>
              {grouped(code)}
            </Text>
            <Text className="money">{cents(minor(amount))}</Text>
          </Group>
        ))}
        <Text size="sm">{t('giftCard.once')}</Text>
        {isSlip ? (
          <CodeSlip
            session={session}
            slip={{
              kind: 'gift_card',
              codes: giftCards.map(({ code, amount }) => ({ code, amount })),
              at: done.at,
            }}
          />
        ) : (
          <Button
            variant="default"
            leftSection={<IconPrinter size={18} />}
            onClick={() => setSlip(true)}
          >
            {t('giftCard.slip')}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
