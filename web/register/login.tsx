import { Alert, Select, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../shared/api/index.js';
import { PairedWith, PairForm } from './pair.js';
import { LoginFrame } from './parts/login-frame.js';
import { PinForm } from './parts/pin-form.js';
import { beginCatalogue } from './state/catalogue.js';
import { useAllUnsent } from './state/journal/unsent.js';
import { codeOfLink, forgetLink, needsPairing, usePairing } from './state/pairing.js';
import { cashiers, locked, logIn, place } from './state/session.js';
import { type Key, useT } from './texts/index.js';
import css from './till.module.css';

/**
 * Sign-in with employee number and PIN; store and till are remembered. `isBack`: somebody took over
 * without a connection, and it is back.
 */
export function Login({ isBack = false }: { isBack?: boolean }): ReactNode {
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
  // A paired device logs in as its own till only.
  const ownTill = own?.store.code === chosen ? own.terminal_id : undefined;
  const till = ownTill ?? terminal;
  const reason = reasonOf(isBack, locked.use());
  const [scanned, setScanned] = useState(codeOfLink);
  const isUnpaired = scanned !== undefined || needsPairing(pairing, chosen);
  const move = (to: { store: string; terminal: string }): void => {
    setScanned(undefined);
    forgetLink();
    setStore(to.store);
    setTerminal(to.terminal);
  };
  return (
    <LoginFrame title={t(titleOf(isUnpaired, reason))} text={reason && t(`${reason}.text`)}>
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
              readOnly={ownTill !== undefined}
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
        <OnlinePinForm key={chosen} store={chosen} terminal={till} />
      )}
    </LoginFrame>
  );
}

type Reason = 'back' | 'lock' | undefined;

function reasonOf(isBack: boolean, isLocked: boolean): Reason {
  if (isBack) return 'back';
  return isLocked ? 'lock' : undefined;
}

function titleOf(isUnpaired: boolean, reason: Reason): Key {
  if (isUnpaired) return 'pairing.title';
  return reason === undefined ? 'login.title' : `${reason}.title`;
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

/** The service checks the PIN. */
function OnlinePinForm({ store, terminal }: { store: string; terminal: string }): ReactNode {
  const api = useApi();
  const queries = useQueryClient();
  const known = cashiers.use().filter(one => one.store === store);
  const enter = async (form: { employee: string; pin: string }): Promise<void> => {
    try {
      await logIn(api, { ...form, store, terminal: terminal.trim() }, storeId =>
        beginCatalogue(api, storeId),
      );
    } catch (error) {
      // The store may require pairing by now, or a manager has unpaired this device.
      if (error instanceof ApiError && error.status === 403) {
        await queries.invalidateQueries({ queryKey: ['pairing'] });
      }
      throw error;
    }
  };
  return <PinForm known={known} enter={enter} />;
}
