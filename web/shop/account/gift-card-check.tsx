import { Button, Group, Text, TextInput } from '@mantine/core';
import { ApiError } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useFormat } from '../../shared/i18n/format.js';
import { Form } from '../parts/form.js';
import { Panel } from '../parts/panel.js';
import { Refusal } from '../parts/refusal.js';
import { useT } from '../texts/index.js';
import { type CodeBalance, useCodeBalance } from './use-code-balance.js';
import { useSaveCard } from './use-gift-cards.js';

/**
 * The balance of a gift card or store credit, for anybody who has its code. Customers who are signed in
 * keep it in their account.
 */
export function GiftCardCheck({ canSave = false }: { canSave?: boolean }): ReactNode {
  const t = useT();
  const [code, setCode] = useState('');
  const balance = useCodeBalance();
  const isUnknown = balance.error instanceof ApiError && balance.error.status === 404;
  const submit = (): void => {
    if (code.trim() !== '') balance.mutate(code.trim());
  };
  return (
    <Panel title={t('giftCard.title')}>
      <Form onSubmit={submit} gap="sm">
        <Text size="sm">{t('giftCard.text')}</Text>
        <Group align="flex-end" gap="sm">
          <TextInput
            label={t('giftCard.code')}
            value={code}
            maxLength={50}
            autoComplete="off"
            style={{ flex: '1 1 220px' }}
            onChange={event => {
              setCode(event.currentTarget.value);
              balance.reset();
            }}
          />
          <Button type="submit" variant="default" loading={balance.isPending}>
            {t('giftCard.check')}
          </Button>
        </Group>
        {isUnknown ? (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {t('error.giftCard')}
          </Text>
        ) : (
          <Refusal error={balance.error} />
        )}
        {balance.data !== undefined && <Found found={balance.data} />}
        {balance.data !== undefined && canSave && (
          <SaveButton
            code={code.trim()}
            onSaved={() => {
              setCode('');
              balance.reset();
            }}
          />
        )}
      </Form>
    </Panel>
  );
}

function SaveButton(props: { code: string; onSaved: () => void }): ReactNode {
  const t = useT();
  const save = useSaveCard();
  return (
    <>
      <Group>
        <Button
          loading={save.isPending}
          onClick={() => save.mutate(props.code, { onSuccess: props.onSaved })}
        >
          {t('giftCard.save')}
        </Button>
      </Group>
      <Refusal error={save.error} />
    </>
  );
}

function Found({ found }: { found: CodeBalance }): ReactNode {
  const t = useT();
  const { money, date } = useFormat();
  const { balance, currency, status, expires_at: end } = found;
  return (
    <div role="status">
      <Text fw={650} size="lg" className="money">
        {t('giftCard.balance', { amount: money(balance, currency) })}
      </Text>
      {status !== 'active' && <Text size="sm">{t(`giftCard.${status}`)}</Text>}
      {status === 'active' && end !== null && (
        <Text size="sm">{t('giftCard.until', { date: date(end) })}</Text>
      )}
    </div>
  );
}
