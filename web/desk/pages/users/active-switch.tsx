import { Button } from '@mantine/core';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Ask } from '../../parts/ask.js';
import { useDesk } from '../../state/desk.js';
import { useAction } from '../../state/use-action.js';
import { useT } from '../../texts/index.js';
import type { User } from '../../types.js';
import { reaches } from './roles.js';

/** Letting somebody go is asked for twice, taking them back is not. */
export function ActiveSwitch({ user }: { user: User }): ReactNode {
  const t = useT();
  const api = useApi();
  const { me } = useDesk();
  const [isAsking, setAsking] = useState(false);
  const change = useAction(
    (is_active: boolean) =>
      answer(api.PATCH('/users/{id}/', { params: { path: { id: user.id } }, body: { is_active } })),
    {
      changes: [['users']],
      done: (_answer, is_active) =>
        t(is_active ? 'users.activated' : 'users.deactivated', { name: user.name }),
      onDone: () => setAsking(false),
    },
  );
  if (user.id === me.id || !reaches(me.role, user.role)) return null;
  const word = user.is_active ? t('users.deactivate') : t('users.activate');
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        loading={change.isPending}
        aria-label={`${word}: ${user.name}`}
        onClick={() => (user.is_active ? setAsking(true) : change.mutate(true))}
      >
        {word}
      </Button>
      <Ask
        title={t('users.deactivate.title', { name: user.name })}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        submit={t('users.deactivate')}
        isGrave
        onSubmit={() => change.mutate(false)}
        isBusy={change.isPending}
      >
        {t('users.deactivate.text')}
      </Ask>
    </>
  );
}
