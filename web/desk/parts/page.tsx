import { Group, Paper, type PaperProps, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { useT } from '../texts/index.js';

export function Page(props: {
  title: string;
  text?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}): ReactNode {
  const { title, text, actions, children } = props;
  const t = useT();
  useEffect(() => {
    document.title = `${title} · ${t('desk.title')}`;
  }, [title, t]);
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-end" gap="sm">
        <div style={{ flex: '1 1 240px' }}>
          <Title order={1}>{title}</Title>
          {text !== undefined && (
            <Text c="dimmed" size="sm" mt={2}>
              {text}
            </Text>
          )}
        </div>
        {actions !== undefined && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
}

/** A card; `isFlush` lets tables reach its edges. */
export function Panel(
  props: PaperProps & {
    title?: string;
    aside?: ReactNode;
    isFlush?: boolean;
    children: ReactNode;
  },
): ReactNode {
  const { title, aside, isFlush = false, children, ...paper } = props;
  const head = (
    <Group justify="space-between" px={isFlush ? 'md' : 0} pt={isFlush ? 'md' : 0} mb="xs">
      <Title order={2} size="h4">
        {title}
      </Title>
      {aside}
    </Group>
  );
  return (
    <Paper
      component="section"
      className="surface"
      p={isFlush ? 0 : 'md'}
      style={isFlush ? { overflow: 'hidden' } : undefined}
      {...paper}
    >
      {title !== undefined && head}
      {children}
    </Paper>
  );
}

/** A label and its value on one line. */
export function LabelledValue(props: {
  label: string;
  children: ReactNode;
  isStrong?: boolean;
  /** A sentence or an identifier that may take several lines; an amount stays on one. */
  isText?: boolean;
}): ReactNode {
  return (
    <Group justify="space-between" gap="md" wrap="nowrap" align="baseline">
      <Text size="sm" c={props.isStrong ? undefined : 'dimmed'} fw={props.isStrong ? 650 : 400}>
        {props.label}
      </Text>
      <Text
        size="sm"
        component="div"
        ta="end"
        className={props.isText ? undefined : 'money'}
        fw={props.isStrong ? 650 : 400}
      >
        {props.children}
      </Text>
    </Group>
  );
}
