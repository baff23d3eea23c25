import { Group, Text } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useT } from '../texts/index.js';

/** Seconds until the deadline; 0 after it. */
export function useSecondsLeft(deadline: number): number {
  const left = (): number => Math.max(0, Math.ceil((deadline - Date.now()) / 1_000));
  const [seconds, setSeconds] = useState(left);
  useEffect(() => {
    const tick = (): void => setSeconds(Math.max(0, Math.ceil((deadline - Date.now()) / 1_000)));
    tick();
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, [deadline]);
  return seconds;
}

export function Countdown({ seconds }: { seconds: number }): ReactNode {
  const t = useT();
  const minutes = Math.floor(seconds / 60);
  const time = `${minutes}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <Group gap={6} role="timer" wrap="nowrap">
      <IconClock size={18} aria-hidden />
      <Text size="sm" style={{ fontVariantNumeric: 'tabular-nums' }}>
        {t('pay.left', { time })}
      </Text>
    </Group>
  );
}
