import { type ComponentType, type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import classes from './search-box.module.css';
import { SearchInput } from './search-input.js';
import type { SuggestingInput } from './suggestions.js';

type Field = ComponentType<Parameters<typeof SuggestingInput>[0]>;

/**
 * The search in the header of every page. Suggestions load when somebody uses the field. Without
 * scripts the browser sends the form.
 */
export function SearchBox(): ReactNode {
  const [, navigate] = useLocation();
  const [params] = useSearchParams();
  const searched = params.get('q') ?? '';
  const [text, setText] = useState(searched);
  const [Suggesting, setSuggesting] = useState<Field>();
  useEffect(() => setText(searched), [searched]);
  const load = (): void =>
    void import('./suggestions.js').then(loaded => setSuggesting(() => loaded.SuggestingInput));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const q = text.trim();
    navigate(q === '' ? '/' : `/?${new URLSearchParams({ q })}`);
  };
  return (
    <search className={classes.box}>
      <form method="get" action="/app/shop/" onSubmit={submit}>
        {Suggesting === undefined ? (
          <SearchInput value={text} onType={setText} onFocus={load} />
        ) : (
          <Suggesting value={text} onType={setText} onGo={navigate} />
        )}
      </form>
    </search>
  );
}
