import { type MantineSpacing, Stack } from '@mantine/core';
import type { FormEvent, ReactNode, Ref } from 'react';

/** A form with our own validation messages instead of the browser's. */
export function Form(props: {
  onSubmit: () => void;
  gap?: MantineSpacing;
  ref?: Ref<HTMLFormElement>;
  children: ReactNode;
}): ReactNode {
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    props.onSubmit();
  };
  return (
    <form onSubmit={submit} noValidate ref={props.ref}>
      <Stack gap={props.gap}>{props.children}</Stack>
    </form>
  );
}
