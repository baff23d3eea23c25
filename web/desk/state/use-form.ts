import type { QueryKey } from '@tanstack/react-query';
import { ApiError } from '@tillhouse/client';
import { type ChangeEvent, useState } from 'react';
import { useI18n } from '../../shared/i18n/index.js';
import { fieldTexts } from '../../shared/i18n/refusals.js';
import type { Condition } from './record-tags.js';
import { useAction } from './use-action.js';
import { type FormRecord, useCondition } from './use-condition.js';

/** Error text by field. */
export type Problems = Record<string, string>;

type FormOptions<Draft, Result> = {
  start: () => Draft;
  /** `condition` is spread into the options of a PATCH, so that it fails if the record changed. */
  save: (draft: Draft, condition: Condition) => Promise<Result>;
  /** The record that the form changes; without one nothing is compared. */
  record?: FormRecord;
  /** Validation before sending, in the reader's language. */
  check?: (draft: Draft) => Problems;
  changes: QueryKey[];
  done?: (result: Result) => string;
  onClose: () => void;
};

/**
 * State of a record form. Field names match the API, so that an API error appears at its field until
 * the field changes.
 */
export function useForm<Draft extends object, Result>(options: FormOptions<Draft, Result>) {
  const { language } = useI18n();
  const [draft, setDraft] = useState(options.start);
  const [sent, setSent] = useState<{ draft: Draft; problems: Problems }>();
  const { condition, record, conflictOf } = useCondition(options.record);
  const saving = useAction((input: Draft) => options.save(input, condition), {
    changes: options.changes,
    done: options.done,
    onDone: options.onClose,
    quiet: true,
  });
  const hasLocalErrors = sent !== undefined && Object.keys(sent.problems).length > 0;
  const apiErrors = saving.error instanceof ApiError ? fieldTexts(language, saving.error) : {};
  const problems = hasLocalErrors ? sent.problems : apiErrors;
  const rootOf = (name: string): string => name.split('.')[0] ?? name;
  const hasField = (name: string): boolean => rootOf(name) in draft;

  const errorOf = (name: string): string | undefined => {
    const root = rootOf(name) as keyof Draft;
    if (sent === undefined || sent.draft[root] !== draft[root]) return undefined;
    const found = Object.entries(problems).find(
      ([key]) => key === name || key.startsWith(`${name}.`),
    );
    return found?.[1];
  };
  const set = (change: Partial<Draft>): void => setDraft(before => ({ ...before, ...change }));
  const field = <Name extends keyof Draft & string>(name: Name) => ({
    value: draft[name],
    onChange: (value: Draft[Name]) => set({ [name]: value } as unknown as Partial<Draft>),
    error: errorOf(name),
  });
  const submit = (): void => {
    const found = options.check?.(draft) ?? {};
    setSent({ draft, problems: found });
    if (Object.keys(found).length === 0) saving.mutate(draft);
  };
  const found = conflictOf(saving);
  const conflict = found && { ...found, onDiscard: options.onClose };
  const isShownAtFields = Object.keys(problems).length > 0 && Object.keys(problems).every(hasField);
  return {
    draft,
    set,
    errorOf,
    field,
    /** For inputs whose `onChange` takes an event. */
    text: <Name extends keyof Draft & string>(name: Name) => ({
      ...field(name),
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        field(name).onChange(event.currentTarget.value as Draft[Name]),
    }),
    dialog: {
      isOpen: true,
      onClose: options.onClose,
      onSubmit: submit,
      isBusy: saving.isPending,
      error: hasLocalErrors || isShownAtFields || conflict ? undefined : saving.error,
      conflict,
      record,
      invalidFields: Object.keys(problems).join(' '),
    },
  };
}
