import {
  Alert,
  Button,
  Group,
  PasswordInput,
  Select,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, answer } from '@tillhouse/client';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useApi } from '../shared/api/index.js';
import { Artwork } from '../shared/artwork/index.js';
import { LanguageSwitch, SchemeSwitch } from '../shared/components/preferences.js';
import { useErrorText } from '../shared/components/states.js';
import icon from '../shared/icon.svg';
import { PairedWith, PairForm } from './pair.js';
import { Cashiers } from './parts/cashiers.js';
import { NumberPad } from './parts/number-pad.js';
import { useAllUnsent } from './state/journal/unsent.js';
import { codeOfLink, forgetLink, needsPairing, usePairing } from './state/pairing.js';
import { cashiers, locked, logIn, place } from './state/session.js';
import { type Key, useT } from './texts/index.js';
import css from './till.module.css';

const PICTURES = [
  'Black Mug',
  'Canvas Tote',
  'House Coffee Beans',
  'Soy Candle',
  'Dotted Notebook',
  'Red Wine',
  'Terracotta Pot',
  'Wool Beanie',
  'Steel Bottle',
];

/** Sign-in with employee number and PIN; store and till are remembered. */
export function Login(): ReactNode {
  const t = useT();
  const remembered = place.use();
  const [store, setStore] = useState(remembered.store);
  const [terminal, setTerminal] = useState(remembered.terminal);
  const api = useApi();
  const stores = useQuery({
    queryKey: ['stores'],
    queryFn: () => answer(api.GET('/web-commerce/stores/')),
  });
  const first = stores.data?.[0]?.code ?? '';
  const own = usePairing(store || first).data?.paired;
  const chosen = store || own?.store.code || first;
  const { data: pairing } = usePairing(chosen);
  const till = terminal || (own?.store.code === chosen ? own.terminal_id : '');
  const isLocked = locked.use();
  const [scanned, setScanned] = useState(codeOfLink);
  const isUnpaired = scanned !== undefined || needsPairing(pairing, chosen);
  const move = (to: { store: string; terminal: string }): void => {
    setScanned(undefined);
    forgetLink();
    setStore(to.store);
    setTerminal(to.terminal);
  };
  return (
    <div className={css.login}>
      <div className={css.loginArt} aria-hidden>
        {PICTURES.map(name => (
          <Artwork key={name} name={name} />
        ))}
      </div>
      <main className={css.loginForm}>
        <Stack gap="sm" style={{ width: 'min(380px, 88vw)' }}>
          <Head />
          <Title order={1}>{t(titleOf(isUnpaired, isLocked))}</Title>
          {isLocked && <Text c="dimmed">{t('lock.text')}</Text>}
          {scanned === undefined && (
            <div className={css.loginPlace}>
              <Select
                label={t('login.store')}
                size="md"
                data={(stores.data ?? []).map(({ code, name }) => ({ value: code, label: name }))}
                value={chosen}
                onChange={value => setStore(value ?? '')}
                allowDeselect={false}
              />
              {!isUnpaired && (
                <TextInput
                  label={t('login.terminal')}
                  size="md"
                  placeholder="T-001"
                  value={till}
                  onChange={event => setTerminal(event.currentTarget.value)}
                  required
                  withAsterisk={false}
                />
              )}
            </div>
          )}
          <UnsentElsewhere till={till.trim()} />
          <PairedWith pairing={pairing} store={chosen} />
          {isUnpaired ? (
            <PairForm
              store={scanned === undefined ? chosen : undefined}
              text={
                scanned === undefined
                  ? t('pairing.text', { store: nameOf(stores.data, chosen) })
                  : t('pairing.scanned')
              }
              code={scanned}
              onPaired={move}
            />
          ) : (
            <PinForm key={chosen} store={chosen} terminal={till} />
          )}
        </Stack>
      </main>
    </div>
  );
}

function titleOf(isUnpaired: boolean, isLocked: boolean): Key {
  if (isUnpaired) return 'pairing.title';
  return isLocked ? 'lock.title' : 'login.title';
}

const nameOf = (stores: { code: string; name: string }[] | undefined, code: string): string =>
  stores?.find(one => one.code === code)?.name ?? code;

/** Entries are sent with the login of their own till only. */
function UnsentElsewhere({ till }: { till: string }): ReactNode {
  const t = useT();
  const others = useAllUnsent().filter(({ terminal }) => terminal !== till);
  return [...new Set(others.map(({ terminal }) => terminal))].map(terminal => {
    const count = others.filter(entry => entry.terminal === terminal).length;
    return (
      <Alert key={terminal} color="brass" variant="light" role="status">
        {t('journal.unsentHere', { count, terminal })}
      </Alert>
    );
  });
}

function Head(): ReactNode {
  return (
    <Group justify="space-between">
      <Group gap="sm">
        <img src={icon} alt="" width={36} height={36} />
        <Text fw={700} size="lg">
          Tillhouse
        </Text>
      </Group>
      <Group gap={4}>
        <LanguageSwitch />
        <SchemeSwitch />
      </Group>
    </Group>
  );
}

function PinForm({ store, terminal }: { store: string; terminal: string }): ReactNode {
  const api = useApi();
  const t = useT();
  const queries = useQueryClient();
  const textOf = useErrorText();
  const known = cashiers.use().filter(one => one.store === store);
  const [who, setWho] = useState(known[0]?.number ?? '');
  const [employee, setEmployee] = useState(who);
  const [pin, setPin] = useState('');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const [field, setField] = useState<'employee' | 'pin'>(who === '' ? 'employee' : 'pin');
  const choose = (number: string): void => {
    setWho(number);
    setEmployee(number);
    setPin('');
    setProblem('');
    setField(number === '' ? 'employee' : 'pin');
  };

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setProblem('');
    try {
      await logIn(api, { employee: employee.trim(), pin, store, terminal: terminal.trim() });
    } catch (error) {
      setPin('');
      setField('pin');
      setBusy(false);
      if (!(error instanceof ApiError)) setProblem(textOf(error));
      else if (error.code === 'LOCKED_OUT') {
        const minutes = Math.ceil((error.retryAfterSeconds ?? 60) / 60);
        setProblem(t('login.locked', { count: minutes }));
      } else setProblem(error.status === 401 ? t('login.wrong') : textOf(error));
      // The store may require pairing by now, or a manager has unpaired this device.
      if (error instanceof ApiError && error.status === 403) {
        await queries.invalidateQueries({ queryKey: ['pairing'] });
      }
    }
  };

  const pad = field === 'employee' ? employee : pin;
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        {known.length > 0 && <Cashiers known={known} who={who} onChoose={choose} />}
        {who === '' && (
          <TextInput
            label={t('login.employee')}
            size="lg"
            placeholder="EMP001"
            value={employee}
            onFocus={() => setField('employee')}
            onChange={event => {
              setEmployee(event.currentTarget.value);
              // The number comes from a keyboard, so the pad is for the PIN.
              setField('pin');
            }}
            autoComplete="off"
            autoCapitalize="characters"
            required
            withAsterisk={false}
            data-autofocus
          />
        )}
        <PasswordInput
          label={t('login.pin')}
          size="lg"
          inputMode="numeric"
          value={pin}
          onFocus={() => setField('pin')}
          onChange={event => setPin(event.currentTarget.value)}
          autoComplete="off"
          error={problem || undefined}
          required
          withAsterisk={false}
        />
        <NumberPad value={pad} onChange={field === 'employee' ? setEmployee : setPin} />
        <Button type="submit" size="xl" fullWidth loading={busy}>
          {t('login.go')}
        </Button>
      </Stack>
    </form>
  );
}
