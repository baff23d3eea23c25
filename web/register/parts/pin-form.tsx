import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { ApiError } from '@tillhouse/client';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useErrorText } from '../../shared/components/states.js';
import { useT } from '../texts/index.js';
import { Cashiers } from './cashiers.js';
import { NumberPad } from './number-pad.js';

type Known = { number: string; name: string };

/** Asks who is at the till and for the PIN. */
export function PinForm(props: {
  known: Known[];
  /** Only the known people can be chosen. */
  isClosed?: boolean;
  /** Throws if the PIN is refused. */
  enter: (form: { employee: string; pin: string }) => Promise<void>;
}): ReactNode {
  const { known, isClosed = false, enter } = props;
  const t = useT();
  const textOf = useErrorText();
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
  const problemText = (error: unknown): string => {
    if (!(error instanceof ApiError)) return textOf(error);
    if (error.code === 'LOCKED_OUT') {
      return t('login.locked', { count: Math.ceil((error.retryAfterSeconds ?? 60) / 60) });
    }
    return error.status === 401 ? t('login.wrong') : textOf(error);
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setProblem('');
    try {
      await enter({ employee: employee.trim(), pin });
    } catch (error) {
      setPin('');
      setField('pin');
      setBusy(false);
      setProblem(problemText(error));
    }
  };

  const pad = field === 'employee' ? employee : pin;
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        {known.length > 0 && (
          <Cashiers known={known} isClosed={isClosed} who={who} onChoose={choose} />
        )}
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
