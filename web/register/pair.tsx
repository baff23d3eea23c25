import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useApi } from '../shared/api/index.js';
import { useErrorText } from '../shared/components/states.js';
import { type Pairing, pairDevice } from './state/pairing.js';
import { place } from './state/session.js';
import { useT } from './texts/index.js';

/** Says which till this device is paired with; nothing if it is not paired. */
export function PairedWith(props: { pairing: Pairing | undefined; store: string }): ReactNode {
  const t = useT();
  const { pairing, store } = props;
  const till = pairing?.paired;
  if (till === undefined || till === null) return null;
  const names = { id: till.terminal_id, store: till.store.name };
  if (pairing?.required && till.store.code !== store) {
    return <Alert color="yellow">{t('pairing.other', names)}</Alert>;
  }
  if (!till.is_active) return <Alert color="yellow">{t('pairing.inactive', names)}</Alert>;
  return (
    <Group gap={6} c="dimmed" wrap="nowrap">
      <IconLink size={16} aria-hidden />
      <Text size="sm">{t('pairing.paired', names)}</Text>
    </Group>
  );
}

/** Takes the code from the desk in place of the PIN. */
export function PairForm(props: {
  /** Undefined: the store of the code. */
  store?: string;
  text: string;
  /** Pairing code from a scanned QR code. */
  code?: string;
  onPaired: (to: { store: string; terminal: string }) => void;
}): ReactNode {
  const { store, text, onPaired } = props;
  const api = useApi();
  const t = useT();
  const textOf = useErrorText();
  const queries = useQueryClient();
  const [code, setCode] = useState(props.code ?? '');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setProblem('');
    try {
      const till = await pairDevice(api, { code: code.trim().toUpperCase(), store });
      const to = { store: till.store.code, terminal: till.terminal_id };
      place.set(to);
      onPaired(to);
      await queries.invalidateQueries({ queryKey: ['pairing'] });
    } catch (error) {
      setProblem(textOf(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Text size="sm">{text}</Text>
        <TextInput
          label={t('pairing.code')}
          size="lg"
          placeholder="ABCD-2345"
          value={code}
          onChange={event => setCode(event.currentTarget.value.toUpperCase())}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          error={problem || undefined}
          required
          withAsterisk={false}
          data-autofocus
        />
        <Button type="submit" size="xl" fullWidth loading={busy} disabled={code.trim() === ''}>
          {t('pairing.go')}
        </Button>
      </Stack>
    </form>
  );
}
