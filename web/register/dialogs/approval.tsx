import {
  Alert,
  Button,
  Divider,
  Group,
  Loader,
  PasswordInput,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { IconHandStop } from '@tabler/icons-react';
import { answer, type Tillhouse } from '@tillhouse/client';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useApi } from '../../shared/api/index.js';
import { Failed } from '../../shared/components/states.js';
import { useFormat } from '../../shared/i18n/format.js';
import { Dialog } from '../parts/till-dialog.js';
import type { Ask } from '../state/approval-ask.js';
import { useTillEvents } from '../state/events.js';
import { formatMoney } from '../state/till-money.js';
import { useT } from '../texts/index.js';

const POLL_MS = 4_000;

const aboutOf = ({
  requestType,
  about,
}: Ask): 'refund' | 'void' | 'price' | NonNullable<Ask['about']> =>
  about ?? (requestType === 'refund' || requestType === 'void' ? requestType : 'price');

/** Cancels the request. A decision made in the meantime has no effect. */
async function withdraw(api: Tillhouse, requestId: string): Promise<void> {
  const params = { path: { request_id: requestId } };
  await api.POST('/pos/approvals/{request_id}/cancel/', { params }).catch(() => undefined);
}

/**
 * Withdraws the request of a dialog that is closed before the decision, however it is closed: also
 * one that the service answers only afterwards. An approval that comes too late then has no effect.
 */
function useWithdrawal(api: Tillhouse) {
  const state = useRef<{ isOpen: boolean; requestId: string | null }>({
    isOpen: true,
    requestId: null,
  });
  useEffect(() => {
    const { current } = state;
    current.isOpen = true;
    return () => {
      current.isOpen = false;
      if (current.requestId !== null) void withdraw(api, current.requestId);
      current.requestId = null;
    };
  }, [api]);
  return {
    track: (requestId: string): void => {
      if (state.current.isOpen) state.current.requestId = requestId;
      else void withdraw(api, requestId);
    },
    /** The request is decided; false if the dialog was closed before. */
    settle: (): boolean => {
      state.current.requestId = null;
      return state.current.isOpen;
    },
  };
}

/** Requests approval from a manager, on their screen or with their PIN at this till. */
export function ApprovalDialog({ ask, onClose }: { ask: Ask; onClose: () => void }): ReactNode {
  const t = useT();
  const api = useApi();
  const { cents } = useFormat();
  const [requestId, setRequestId] = useState<string | null>(null);
  const [decision, setDecision] = useState('');
  const about = aboutOf(ask);
  const { transaction_id: sale } = ask.details;
  const { track, settle } = useWithdrawal(api);
  return (
    <Dialog onClose={onClose} title={t(`approval.title.${about}`)} closeOnClickOutside={false}>
      <Stack>
        <Text>{t(`approval.text.${about}`, { amount: cents(ask.amountMinor) })}</Text>
        {typeof sale === 'string' && <Text fw={600}>{t('approval.sale', { number: sale })}</Text>}
        {decision !== '' && (
          <Alert color="red" variant="light" icon={<IconHandStop />} title={decision} role="alert">
            {t(`approval.denied.${about}`)}
          </Alert>
        )}
        {requestId === null ? (
          <AskForm
            ask={ask}
            onAsked={id => {
              track(id);
              setRequestId(id);
            }}
          />
        ) : (
          <Waiting
            requestId={requestId}
            onApproved={() => {
              if (!settle()) return;
              ask.onApproved(requestId);
              onClose();
            }}
            onRefused={text => {
              settle();
              setDecision(text);
              setRequestId(null);
            }}
          />
        )}
      </Stack>
    </Dialog>
  );
}

function AskForm({ ask, onAsked }: { ask: Ask; onAsked: (id: string) => void }): ReactNode {
  const t = useT();
  const api = useApi();
  const [reason, setReason] = useState(ask.reason ?? '');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    try {
      const { request_id } = await answer(
        api.POST('/pos/approvals/request/', {
          body: {
            request_type: ask.requestType,
            amount: formatMoney(ask.amountMinor),
            reason,
            details: ask.details,
          },
        }),
      );
      onAsked(request_id);
    } catch (problem) {
      setError(problem);
      setBusy(false);
    }
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label={t('approval.reason')}
          placeholder={t('approval.reason.placeholder')}
          size="md"
          required
          withAsterisk={false}
          value={reason}
          onChange={event => setReason(event.currentTarget.value)}
          data-autofocus
        />
        {error !== undefined && <Failed error={error} />}
        <Button type="submit" size="lg" loading={busy}>
          {t('approval.ask')}
        </Button>
      </Stack>
    </form>
  );
}

function Waiting(props: {
  requestId: string;
  onApproved: () => void;
  onRefused: (text: string) => void;
}): ReactNode {
  const t = useT();
  const api = useApi();
  const { requestId } = props;
  const handlers = useRef(props);
  handlers.current = props;
  // The manager's PIN and the live event both report the same approval.
  const isApproved = useRef(false);
  const approve = (): void => {
    if (isApproved.current) return;
    isApproved.current = true;
    handlers.current.onApproved();
  };

  const poll = useRef(async (): Promise<void> => undefined);
  poll.current = async () => {
    const path = { request_id: requestId };
    const found = await answer(
      api.GET('/pos/approvals/status/{request_id}/', { params: { path } }),
    ).catch(() => undefined);
    if (found?.status === 'approved') approve();
    if (found?.status === 'denied') {
      handlers.current.onRefused(t('approval.denied', { name: found.denied_by_name ?? '' }));
    }
    if (found?.status === 'expired') handlers.current.onRefused(t('approval.expired'));
  };
  useTillEvents(({ event, data }) => {
    if (event.startsWith('approval.') && data.request_id === requestId) void poll.current();
  });
  // Polls as a fallback while the socket is down.
  useEffect(() => {
    const timer = setInterval(() => void poll.current(), POLL_MS);
    return () => clearInterval(timer);
  }, []);

  const cancel = async (): Promise<void> => {
    await withdraw(api, requestId);
    props.onRefused('');
  };
  return (
    <Stack>
      <Group gap="sm" role="status">
        <Loader size="sm" />
        <Text fw={600}>{t('approval.waiting')}</Text>
      </Group>
      <Text size="sm" c="dimmed">
        {t('approval.waiting.text')}
      </Text>
      <Divider />
      <PinForm requestId={requestId} onApproved={approve} />
      <Button variant="subtle" onClick={cancel}>
        {t('approval.giveUp')}
      </Button>
    </Stack>
  );
}

function PinForm(props: { requestId: string; onApproved: () => void }): ReactNode {
  const t = useT();
  const api = useApi();
  const [approver, setApprover] = useState('');
  const [pin, setPin] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    try {
      await api.POST('/pos/approvals/{request_id}/approve/', {
        params: { path: { request_id: props.requestId } },
        body: { approver_id: approver.trim(), pin_code: pin },
      });
      props.onApproved();
    } catch (problem) {
      setPin('');
      setError(problem);
      setBusy(false);
    }
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Group grow align="flex-end">
          <TextInput
            label={t('approval.approver')}
            value={approver}
            onChange={event => setApprover(event.currentTarget.value)}
            autoComplete="off"
            required
            withAsterisk={false}
          />
          <PasswordInput
            label={t('login.pin')}
            inputMode="numeric"
            value={pin}
            onChange={event => setPin(event.currentTarget.value)}
            autoComplete="off"
            required
            withAsterisk={false}
          />
        </Group>
        {error !== undefined && <Failed error={error} />}
        <Button type="submit" variant="default" loading={busy}>
          {t('approval.here')}
        </Button>
      </Stack>
    </form>
  );
}
