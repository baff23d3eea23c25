import { Group, Radio, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './choice.module.css';

export type Option = {
  value: string;
  title: string;
  text?: string;
  icon?: ReactNode;
  aside?: ReactNode;
};

/** Radio cards with a title and a description. */
export function Choice(props: {
  label: string;
  hideLabel?: boolean;
  value: string;
  options: readonly Option[];
  onChange: (value: string) => void;
}): ReactNode {
  return (
    <Radio.Group
      label={props.label}
      labelProps={{ className: props.hideLabel ? 'visually-hidden' : undefined }}
      value={props.value}
      onChange={props.onChange}
    >
      <Stack gap="xs" mt={props.hideLabel ? 0 : 6}>
        {props.options.map(({ value, title, text, icon, aside }) => (
          <Radio.Card key={value} value={value} className={classes.card} aria-label={title}>
            <Group wrap="nowrap" gap="sm" align="center">
              <Radio.Indicator className={classes.mark} />
              {icon}
              <Stack gap={0} style={{ flex: 1, minWidth: 0 }}>
                <Text fw={600}>{title}</Text>
                {text !== undefined && (
                  <Text size="sm" c="dimmed">
                    {text}
                  </Text>
                )}
              </Stack>
              {aside !== undefined && (
                <Text className="money" fw={600}>
                  {aside}
                </Text>
              )}
            </Group>
          </Radio.Card>
        ))}
      </Stack>
    </Radio.Group>
  );
}
