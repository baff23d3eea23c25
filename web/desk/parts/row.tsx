import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** A name with details below it in small print. */
export function NameCell({ name, about }: { name: string; about: unknown[] }): ReactNode {
  return (
    <>
      <Text size="sm" fw={600}>
        {name}
      </Text>
      <Text size="xs" c="dimmed" className="desk-about">
        {about.filter(Boolean).join(' · ')}
      </Text>
    </>
  );
}

/** Text that may be long; other cells stay on one line. */
export function LongText({ children }: { children: ReactNode }): ReactNode {
  return <div className="desk-wrap">{children}</div>;
}

/** A product name with its SKU below it. */
export function Item({ name, sku }: { name: string; sku: string }): ReactNode {
  return (
    <>
      {name}
      <Text size="xs" c="dimmed">
        {sku}
      </Text>
    </>
  );
}

type ActionProps<Action extends string> = {
  actions: Action[];
  /** The action that is running. */
  pending: Action | undefined;
  subject: string;
  nameOf: (action: Action) => string;
  onAct: (action: Action) => void;
  /** The action to show less prominently. */
  quiet?: Action;
  /** Buttons that change nothing. */
  more?: ReactNode;
};

export function RowActions<Action extends string>(props: ActionProps<Action>): ReactNode {
  const { actions, pending, subject, nameOf, onAct, quiet, more } = props;
  return (
    <Group gap={6} justify="flex-end" wrap="nowrap" className="desk-above">
      {actions.map(action => (
        <Button
          key={action}
          size="compact-sm"
          variant={action === quiet ? 'subtle' : 'default'}
          color={action === quiet ? 'gray' : undefined}
          loading={pending === action}
          aria-label={`${nameOf(action)}: ${subject}`}
          onClick={() => onAct(action)}
        >
          {nameOf(action)}
        </Button>
      ))}
      {more}
    </Group>
  );
}
