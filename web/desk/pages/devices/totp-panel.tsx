import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Show } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { CurrentPasswordInput } from '../../parts/current-password-input.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { Panel } from '../../parts/page.js';
import { useForm } from '../../state/use-form.js';
import { useT } from '../../texts/index.js';
import type { GetResponse } from '../../types.js';
import { KEY, type SetUp, TotpSetUp } from './totp-set-up.js';

type State = GetResponse<'/auth/totp/'>;

/** Codes of an authenticator app as the second step of one's own logins. */
export function TotpPanel(): ReactNode {
  const t = useT();
  const api = useApi();
  const state = useQuery({
    queryKey: KEY,
    queryFn: () => answer(api.GET('/auth/totp/')),
    refetchOnMount: 'always',
  });
  return (
    <Panel title={t('totp.title')} maw={760}>
      <Show query={state}>{found => (found.is_on ? <On state={found} /> : <Off />)}</Show>
    </Panel>
  );
}

function Off(): ReactNode {
  const t = useT();
  const [isStarting, setStarting] = useState(false);
  const [setUp, setSetUp] = useState<SetUp>();
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {t('totp.off')}
      </Text>
      <Group>
        <Button variant="default" onClick={() => setStarting(true)}>
          {t('totp.start')}
        </Button>
      </Group>
      {isStarting && <Start onStarted={setSetUp} onClose={() => setStarting(false)} />}
      {setUp && <TotpSetUp setUp={setUp} onClose={() => setSetUp(undefined)} />}
    </Stack>
  );
}

/** Asks for the password before the secret is shown. */
function Start(props: { onStarted: (setUp: SetUp) => void; onClose: () => void }): ReactNode {
  const t = useT();
  const api = useApi();
  const form = useForm({
    start: () => ({ current_password: '' }),
    save: async body => {
      props.onStarted(await answer(api.POST('/auth/totp/setup/', { body })));
    },
    changes: [],
    onClose: props.onClose,
  });
  return (
    <FormDialog
      title={t('totp.title')}
      submit={t('totp.start')}
      isReady={form.draft.current_password !== ''}
      {...form.dialog}
    >
      <CurrentPasswordInput data-autofocus {...form.text('current_password')} />
    </FormDialog>
  );
}

function On({ state }: { state: State }): ReactNode {
  const t = useT();
  const format = useFormat();
  const [isEnding, setEnding] = useState(false);
  return (
    <Stack>
      <Text size="sm">
        {t('totp.on', { time: format.dateTime(state.confirmed_at ?? '') })}{' '}
        {t('totp.left', { count: state.recovery_codes_left })}
      </Text>
      <Group>
        <Button variant="default" onClick={() => setEnding(true)}>
          {t('totp.disable')}
        </Button>
      </Group>
      {isEnding && <SwitchOff onClose={() => setEnding(false)} />}
    </Stack>
  );
}

function SwitchOff({ onClose }: { onClose: () => void }): ReactNode {
  const t = useT();
  const api = useApi();
  const form = useForm({
    start: () => ({ current_password: '', code: '' }),
    save: body => answer(api.POST('/auth/totp/disable/', { body })),
    changes: [KEY],
    done: () => t('totp.done.off'),
    onClose,
  });
  return (
    <FormDialog
      title={t('totp.title')}
      submit={t('totp.disable')}
      isDestructive
      isReady={form.draft.code !== '' && form.draft.current_password !== ''}
      {...form.dialog}
    >
      <CurrentPasswordInput data-autofocus {...form.text('current_password')} />
      <TextInput
        label={t('login.code')}
        description={t('totp.disable.text')}
        autoComplete="one-time-code"
        maxLength={50}
        {...form.text('code')}
      />
    </FormDialog>
  );
}
