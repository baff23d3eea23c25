import { Stack, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

/** A section with a title. */
export function Panel(props: { title: string; children: ReactNode }): ReactNode {
  const id = useId();
  return (
    <Stack
      component="section"
      aria-labelledby={id}
      gap="md"
      p={{ base: 'md', sm: 'lg' }}
      className="surface"
      bdrs="lg"
    >
      <Title order={2} id={id} size="h3">
        {props.title}
      </Title>
      {props.children}
    </Stack>
  );
}
