import { Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { Artwork } from '../../shared/artwork/index.js';
import { LanguageSwitch, SchemeSwitch } from '../../shared/components/preferences.js';
import icon from '../../shared/icon.svg';
import { noteFirstPicture } from '../state/first-picture.js';
import css from '../till.module.css';

const PICTURES = [
  'Black Mug',
  'Canvas Tote',
  'House Coffee Beans',
  'Soy Candle',
  'Dotted Notebook',
  'Red Wine',
  'Terracotta Pot',
  'Wool Beanie',
  'Steel Bottle',
];

/** The page on which a cashier types the PIN. */
export function LoginFrame(props: {
  title: string;
  text?: string;
  children: ReactNode;
}): ReactNode {
  useEffect(noteFirstPicture, []);
  return (
    <div className={css.login}>
      <div className={css.loginArt} aria-hidden>
        {PICTURES.map(name => (
          <Artwork key={name} name={name} />
        ))}
      </div>
      <main className={css.loginForm}>
        <Stack gap="sm" style={{ width: 'min(380px, 88vw)' }}>
          <Head />
          <Title order={1}>{props.title}</Title>
          {props.text !== undefined && <Text c="dimmed">{props.text}</Text>}
          {props.children}
        </Stack>
      </main>
    </div>
  );
}

function Head(): ReactNode {
  return (
    <Group justify="space-between">
      <Group gap="sm">
        <img src={icon} alt="" width={36} height={36} />
        <Text fw={700} size="lg">
          Tillhouse
        </Text>
      </Group>
      <Group gap={4}>
        <LanguageSwitch />
        <SchemeSwitch />
      </Group>
    </Group>
  );
}
