import { Button, Checkbox, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ApiError, all, answer } from '@tillhouse/client';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Failed, Show } from '../../../shared/components/states.js';
import { useAction } from '../../state/use-action.js';
import { useT } from '../../texts/index.js';

/** What most shops take. The page of payment methods adds others. */
const OFFERED = [
  { code: 'cash', method_type: 'cash' },
  { code: 'card_terminal', method_type: 'card' },
  { code: 'card', method_type: 'card', processor_type: 'primary', is_online_available: true },
  { code: 'gift_card', method_type: 'gift_card' },
  { code: 'store_credit', method_type: 'store_credit' },
  { code: 'pay_at_store', method_type: 'pay_at_store', is_online_available: true },
] as const;
type Code = (typeof OFFERED)[number]['code'];

const PRESELECTED: readonly Code[] = ['cash', 'card_terminal', 'gift_card', 'store_credit'];

export function MethodStep(): ReactNode {
  const api = useApi();
  const known = useQuery({
    queryKey: ['payment-methods', 'codes'],
    queryFn: () =>
      all(cursor => api.GET('/payment-methods/', { params: { query: { cursor, limit: 200 } } })),
  });
  return (
    <Show query={known}>
      {methods => <Choice known={new Set(methods.map(({ code }) => code))} />}
    </Show>
  );
}

function Choice({ known }: { known: ReadonlySet<string> }): ReactNode {
  const t = useT();
  const api = useApi();
  const [chosen, setChosen] = useState<readonly Code[]>(known.size === 0 ? PRESELECTED : []);
  const save = useAction(
    async (codes: readonly Code[]) => {
      for (const [index, method] of OFFERED.entries()) {
        if (!codes.includes(method.code) || known.has(method.code)) continue;
        const body = {
          ...method,
          name: t(`setup.method.${method.code}`),
          display_order: index + 1,
        };
        // An earlier attempt whose answer got lost may have made it.
        await answer(api.POST('/payment-methods/', { body })).catch((error: unknown) => {
          if (!(error instanceof ApiError) || error.code !== 'DUPLICATE') throw error;
        });
      }
    },
    {
      changes: [['payment-methods'], ['setup']],
      done: () => t('setup.methods.saved'),
      quiet: true,
    },
  );
  const toggle = (code: Code, isOn: boolean): void =>
    setChosen(before => (isOn ? [...before, code] : before.filter(one => one !== code)));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate(chosen);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        {OFFERED.map(({ code }) => (
          <Checkbox
            key={code}
            label={t(`setup.method.${code}`)}
            description={t(`setup.method.${code}.hint`)}
            checked={known.has(code) || chosen.includes(code)}
            disabled={known.has(code)}
            onChange={event => toggle(code, event.currentTarget.checked)}
          />
        ))}
        {save.error && <Failed error={save.error} />}
        <Group justify="flex-end">
          <Button
            type="submit"
            loading={save.isPending}
            disabled={!chosen.some(code => !known.has(code))}
          >
            {t('setup.methods.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
