import { Badge, Button, Group, Text } from '@mantine/core';
import { IconUser } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { sale } from '../state/sale.js';
import { useT } from '../texts/index.js';

/** The customer of the sale with points and group, or the way to one. */
export function CustomerButton({ onOpen }: { onOpen: () => void }): ReactNode {
  const t = useT();
  const { customer } = sale.use().basket;
  return (
    <Button
      variant="default"
      mx="md"
      mb="xs"
      h={44}
      px="sm"
      justify="flex-start"
      leftSection={<IconUser size={18} />}
      onClick={onOpen}
      data-testid="customer"
      styles={{ label: { flex: 1, minWidth: 0 } }}
    >
      {customer ? (
        <Group gap="xs" wrap="nowrap" justify="space-between" w="100%">
          <Text fw={650} truncate>
            {customer.name}
          </Text>
          <Group gap={6} wrap="nowrap">
            {customer.group !== null && (
              <Badge variant="light" color="pine" c="var(--app-accent)" tt="none">
                {customer.group}
              </Badge>
            )}
            <Text size="sm" c="dimmed" className="money">
              {t('customer.points', { count: customer.points })}
            </Text>
          </Group>
        </Group>
      ) : (
        t('customer.add')
      )}
    </Button>
  );
}
