import { Button, Group, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { useT } from '../texts/index.js';

/** A search with a button; without scripts the browser sends it. */
export function SearchForm({ label }: { label: string }): ReactNode {
  const t = useT();
  const [, navigate] = useLocation();
  const [text, setText] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const q = text.trim();
    if (q !== '') navigate(`/?${new URLSearchParams({ q })}`);
  };
  return (
    <form method="get" action="/app/shop/" onSubmit={submit}>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          type="search"
          name="q"
          label={label}
          maxLength={200}
          value={text}
          onChange={event => setText(event.currentTarget.value)}
          style={{ flex: 1 }}
        />
        <Button type="submit">{t('search.submit')}</Button>
      </Group>
    </form>
  );
}
