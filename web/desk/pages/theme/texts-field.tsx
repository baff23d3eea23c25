import { Group, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { LANGUAGES, type Language } from '../../../shared/i18n/index.js';
import type { Texts } from './draft.js';

const LANGUAGE_LIST: readonly Language[] = ['en', 'de'];

/** One input for each language of the shop. */
export function TextsField(props: {
  label: string;
  maxLength: number;
  isLong?: boolean;
  value: Texts;
  onChange: (texts: Texts) => void;
  error?: string;
}): ReactNode {
  const { label, maxLength, isLong = false, value, onChange, error } = props;
  const Input = isLong ? Textarea : TextInput;
  return (
    <Group grow align="flex-start">
      {LANGUAGE_LIST.map((language, index) => (
        <Input
          key={language}
          label={`${label}, ${LANGUAGES[language]}`}
          lang={language}
          maxLength={maxLength}
          value={value[language]}
          onChange={event => onChange({ ...value, [language]: event.currentTarget.value })}
          error={index === 0 ? error : undefined}
        />
      ))}
    </Group>
  );
}
