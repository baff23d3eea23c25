import { useSearchParams } from 'wouter';

/** The filters of a list, by their name in the URL, so that a link shows the same list. */
export function useUrlFilters<Name extends string>(names: readonly Name[]) {
  const [params, setParams] = useSearchParams();
  const read = (name: string): string | undefined => params.get(name) || undefined;
  const values = Object.fromEntries(
    names.flatMap(name => (read(name) === undefined ? [] : [[name, read(name)]])),
  ) as Partial<Record<Name, string>>;
  /** Without a value a filter is removed. */
  const set = (changes: Record<string, string | null | undefined>): void =>
    setParams(
      before => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changes)) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
        return next;
      },
      { replace: true },
    );
  return { values, read, set };
}
