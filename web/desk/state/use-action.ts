import {
  type QueryKey,
  type UseMutationResult,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useErrorText } from '../../shared/components/states.js';
import { useT } from '../texts/index.js';
import { useNotify } from './use-notify.js';

/** A mutation that notifies about its result and reloads the queries in `changes`. */
export function useAction<Input, Result>(
  run: (input: Input) => Promise<Result>,
  options: {
    changes: QueryKey[];
    done?: (result: Result, input: Input) => string;
    onDone?: (result: Result, input: Input) => void;
    /** No error notification: the form shows the error. */
    quiet?: boolean;
  },
): UseMutationResult<Result, Error, Input> {
  const t = useT();
  const textOf = useErrorText();
  const notify = useNotify();
  const queries = useQueryClient();
  return useMutation<Result, Error, Input>({
    mutationFn: run,
    onSuccess: (result, input) => {
      const message = options.done?.(result, input);
      if (message !== undefined) notify({ message });
      options.onDone?.(result, input);
    },
    onError: error => {
      if (options.quiet) return;
      notify({ title: t('app.error.title'), message: textOf(error), tone: 'bad' });
    },
    // Also after an error: another user may have changed the record.
    onSettled: () => {
      for (const queryKey of options.changes) void queries.invalidateQueries({ queryKey });
    },
  });
}
