import { Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { all } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Show } from '../../../shared/components/states.js';
import { Tag } from '../../parts/tag.js';
import { useT } from '../../texts/index.js';
import type { User } from '../../types.js';
import { UserForm } from '../users/user-form.js';

/** Who sells, with employee number and PIN for the till. */
export function StaffStep(): ReactNode {
  const t = useT();
  const api = useApi();
  const queries = useQueryClient();
  const [edited, setEdited] = useState<User | 'new'>();
  const users = useQuery({
    queryKey: ['users', 'setup'],
    queryFn: () =>
      all(cursor => api.GET('/users/', { params: { query: { staff: true, limit: 200, cursor } } })),
  });
  const close = (): void => {
    setEdited(undefined);
    void queries.invalidateQueries({ queryKey: ['setup'] });
  };
  return (
    <Stack gap="sm">
      <Show query={users}>
        {people => (
          <>
            {people.map(user => (
              <Person key={user.id} user={user} onEdit={() => setEdited(user)} />
            ))}
          </>
        )}
      </Show>
      <Group>
        <Button leftSection={<IconPlus size={16} />} onClick={() => setEdited('new')}>
          {t('users.new')}
        </Button>
      </Group>
      {edited && <UserForm user={edited === 'new' ? undefined : edited} onClose={close} />}
    </Stack>
  );
}

function Person({ user, onEdit }: { user: User; onEdit: () => void }): ReactNode {
  const t = useT();
  return (
    <Group justify="space-between" gap="sm">
      <div>
        <Text fw={600}>{user.name}</Text>
        <Text size="sm" c="dimmed">
          {t('setup.staff.number', { number: user.employee_number ?? '—' })}
        </Text>
      </div>
      <Group gap="sm">
        <Tag tone={user.has_pin ? 'good' : 'warn'}>
          {t(user.has_pin ? 'setup.staff.pin' : 'setup.staff.noPin')}
        </Tag>
        <Button variant="default" aria-label={`${t('users.edit')}: ${user.name}`} onClick={onEdit}>
          {t('users.edit')}
        </Button>
      </Group>
    </Group>
  );
}
