import { Button, Group, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';

/** A reason in the cashier's own words, or one of the usual ones with a tap. */
export function ReasonField(props: {
  label: string;
  usual: readonly string[];
  reason: string;
  onChange: (reason: string) => void;
}): ReactNode {
  const { label, usual, reason, onChange } = props;
  return (
    <>
      <Group gap="xs">
        {usual.map(text => (
          <Button
            key={text}
            variant={text === reason ? 'filled' : 'default'}
            onClick={() => onChange(text)}
          >
            {text}
          </Button>
        ))}
      </Group>
      <TextInput
        label={label}
        size="md"
        value={reason}
        onChange={event => onChange(event.currentTarget.value)}
        required
        withAsterisk={false}
        data-autofocus
      />
    </>
  );
}
