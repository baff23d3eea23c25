import type { QueryKey } from '@tanstack/react-query';
import { ApiError } from '@tillhouse/client';
import { type ChangeEvent, useState } from 'react';
import { useI18n } from '../../shared/i18n/index.js';
import { fieldTexts } from '../../shared/i18n/refusals.js';
import { useAction } from './use-action.js';

/** Field → what is wrong with it. */
export type Problems = Record<string, string>;

type How<Draft, Result> = {
  start: () => Draft;
  save: (draft: Draft) => Promise<Result>;
  /** What we can tell without the service, in the reader's language. */
  check?: (draft: Draft) => Problems;
  changes: QueryKey[];
  done: (result: Result) => string;
  onClose: () => void;
};

/**
 * A form over a record: what is typed, how it is saved, and beside each field what the service (or
 * we) found wrong with it, until it is changed. Fields are called as the service calls them.
 */
export function useForm<Draft extends object, Result>(how: How<Draft, Result>) {
  const { language } = useI18n();
  const [draft, setDraft] = useState(how.start);
  const [sent, setSent] = useState<{ draft: Draft; problems: Problems }>();
  const saving = useAction(how.save, {
    changes: how.changes,
    done: how.done,
    onDone: how.onClose,
    quiet: true,
  });
  const isOurs = sent !== undefined && Object.keys(sent.problems).length > 0;
  const theirs = saving.error instanceof ApiError ? fieldTexts(language, saving.error) : {};
  const said = isOurs ? sent.problems : theirs;
  const rootOf = (name: string): string => name.split('.')[0] ?? name;
  const hasField = (name: string): boolean => rootOf(name) in draft;

  const errorOf = (name: string): string | undefined => {
    const root = rootOf(name) as keyof Draft;
    if (sent === undefined || sent.draft[root] !== draft[root]) return undefined;
    const found = Object.entries(said).find(([key]) => key === name || key.startsWith(`${name}.`));
    return found?.[1];
  };
  const set = (change: Partial<Draft>): void => setDraft(before => ({ ...before, ...change }));
  const field = <Name extends keyof Draft & string>(name: Name) => ({
    value: draft[name],
    onChange: (value: Draft[Name]) => set({ [name]: value } as unknown as Partial<Draft>),
    error: errorOf(name),
  });
  const submit = (): void => {
    const problems = how.check?.(draft) ?? {};
    setSent({ draft, problems });
    if (Object.keys(problems).length === 0) saving.mutate(draft);
  };
  const isBeside = Object.keys(said).length > 0 && Object.keys(said).every(hasField);
  return {
    draft,
    set,
    errorOf,
    field,
    /** For inputs that tell of a change with an event. */
    text: <Name extends keyof Draft & string>(name: Name) => ({
      ...field(name),
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        field(name).onChange(event.currentTarget.value as Draft[Name]),
    }),
    ask: {
      isOpen: true,
      onClose: how.onClose,
      onSubmit: submit,
      isBusy: saving.isPending,
      error: isOurs || isBeside ? undefined : saving.error,
      wrong: Object.keys(said).join(' '),
    },
  };
}
