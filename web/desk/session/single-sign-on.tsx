import { Button, Text } from '@mantine/core';
import { IconBuilding } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { ApiError, answer, type Tokens } from '@tillhouse/client';
import { type ReactNode, useEffect, useState } from 'react';
import { useApi } from '../../shared/api/index.js';
import { useSignInOptions } from '../../shared/components/passkeys.js';
import { useErrorText } from '../../shared/components/states.js';
import { useT } from '../texts/index.js';

/** What the service says about the way back from the provider; it leaves the address at once. */
function takeOutcome(): string | null {
  const url = new URL(location.href);
  const outcome = url.searchParams.get('sso');
  if (outcome === null) return null;
  url.searchParams.delete('sso');
  history.replaceState(null, '', url);
  return outcome;
}

/** The button of the log-in page, and the login of somebody who comes back from the provider. */
export function SingleSignOn({ onLogIn }: { onLogIn: (tokens: Tokens) => void }): ReactNode {
  const t = useT();
  const api = useApi();
  const textOf = useErrorText();
  const { singleSignOn } = useSignInOptions();
  const [outcome, setOutcome] = useState<string | null>(null);
  const { mutate, isPending, error } = useMutation({
    // The cookie ties the answer of the provider to this browser.
    mutationFn: () => answer(api.POST('/auth/oidc/session/', { credentials: 'same-origin' })),
    onSuccess: onLogIn,
  });
  useEffect(() => {
    const found = takeOutcome();
    if (found === null) return;
    if (found === 'ready') mutate();
    else setOutcome(found);
  }, [mutate]);
  const refusal = (): string | null => {
    if (error instanceof ApiError && error.status === 401) return t('login.sso.failed');
    if (error !== null) return textOf(error);
    if (outcome === null) return null;
    return t(outcome === 'unavailable' ? 'login.sso.unavailable' : 'login.sso.failed');
  };
  const problem = refusal();
  return (
    <>
      {singleSignOn && (
        <Button
          component="a"
          href="/auth/oidc/login/"
          variant="default"
          fullWidth
          leftSection={<IconBuilding size={18} aria-hidden />}
          loading={isPending}
        >
          {t(isPending ? 'login.sso.opening' : 'login.sso')}
        </Button>
      )}
      {problem !== null && (
        <Text role="alert" size="sm" c="var(--mantine-color-error)">
          {problem}
        </Text>
      )}
    </>
  );
}
