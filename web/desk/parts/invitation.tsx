import { Button, Text } from '@mantine/core';
import type { QueryKey } from '@tanstack/react-query';
import { ApiError, newKey, once } from '@tillhouse/client';
import { type ReactNode, useRef } from 'react';
import { useFormat } from '../../shared/i18n/format.js';
import { useDesk } from '../state/desk.js';
import { useAction } from '../state/use-action.js';
import { useT } from '../texts/index.js';
import type { User } from '../types.js';

type Invitation = User['invitation'];

/** When the link for the first password was mailed, while it is not used. */
export function InvitationState({ invitation }: { invitation: Invitation }): ReactNode {
  const t = useT();
  const format = useFormat();
  if (invitation === null) return null;
  const isOver = Date.parse(invitation.expires_at) <= Date.now();
  const date = format.date(invitation.sent_at);
  return (
    <Text size="xs" c="dimmed">
      {t(isOver ? 'invitation.expired' : 'invitation.sent', { date })}
    </Text>
  );
}

/** Mails the link for the first password, or mails it again. */
export function InviteButton(props: {
  name: string;
  email: string;
  invitation: Invitation;
  /** Sends the request; the options make a repeated one count once. */
  run: (options: ReturnType<typeof once>) => Promise<unknown>;
  changes: QueryKey[];
  size?: string;
}): ReactNode {
  const { name, email, invitation, run, changes, size = 'compact-sm' } = props;
  const t = useT();
  const { me } = useDesk();
  // Kept until an answer came: a second try after a lost answer mails nothing.
  const key = useRef(newKey());
  const send = async (): Promise<void> => {
    try {
      await run(once(key.current));
      key.current = newKey();
    } catch (error) {
      if (error instanceof ApiError) key.current = newKey();
      throw error;
    }
  };
  const invite = useAction<void, void>(send, {
    changes,
    done: () => t(me.sends_mail ? 'invitation.done' : 'invitation.kept', { email }),
  });
  const label = t(invitation === null ? 'invitation.send' : 'invitation.again');
  return (
    <Button
      size={size}
      variant="default"
      loading={invite.isPending}
      aria-label={`${label}: ${name}`}
      onClick={() => invite.mutate()}
    >
      {label}
    </Button>
  );
}
