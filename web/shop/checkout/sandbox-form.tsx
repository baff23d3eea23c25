import { Button, Stack, Text } from '@mantine/core';
import { IconWallet } from '@tabler/icons-react';
import { answer } from '@tillhouse/client';
import { type ReactNode, useRef, useState } from 'react';
import { useApi } from '../../shared/api/index.js';
import { CARD_FRAME } from '../../shared/card-frame.js';
import { Choice } from '../parts/choice.js';
import { useT } from '../texts/index.js';
import type { CardLink, CardSource } from './card-source.js';
import classes from './checkout.module.css';
import { TEST_CARDS } from './test-cards.js';
import { useCardFrame } from './use-card-frame.js';

const TYPED = '';

/** Takes a test card in a frame of its own, as a processor takes real ones. */
export function SandboxForm({ link }: { link: CardLink }): ReactNode {
  const t = useT();
  const frame = useRef<HTMLIFrameElement>(null);
  const [chosen, setChosen] = useState<string>(TEST_CARDS[0].token);
  const { height, send } = useCardFrame(link, frame, chosen, () => setChosen(TYPED));
  return (
    <Stack gap="md">
      <Text size="sm" p="sm" bg="var(--app-warn-soft)" c="var(--app-warn-ink)" bdrs="md">
        {t('card.sandbox')}
      </Text>
      {link.cents !== null && <TestWallet onPay={link.onWallet} />}
      <div className={classes.cards}>
        <iframe
          ref={frame}
          src={CARD_FRAME}
          title={t('card.frame')}
          className={classes.frame}
          height={height}
        />
        <Choice
          label={t('card.which')}
          value={chosen}
          onChange={token => {
            setChosen(token);
            send({ kind: 'fill', token });
          }}
          options={TEST_CARDS.map(card => ({
            value: card.token,
            title: t(card.text),
            aside: `•••• ${card.lastFour}`,
          }))}
        />
      </div>
    </Stack>
  );
}

function TestWallet({ onPay }: { onPay: (wallet: CardSource) => void }): ReactNode {
  const t = useT();
  const api = useApi();
  const card: CardSource = async () => {
    const body = { wallet: 'test' as const };
    const given = await answer(api.POST('/sandbox/card-tokens/', { body }));
    return { token: given.token, lastFour: given.last_four, brand: given.brand };
  };
  return (
    <Button variant="default" leftSection={<IconWallet aria-hidden />} onClick={() => onPay(card)}>
      {t('card.wallet')}
    </Button>
  );
}
