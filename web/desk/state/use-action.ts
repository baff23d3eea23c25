import {
  type QueryKey,
  type UseMutationResult,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useErrorText } from '../../shared/components/states.js';
import { useT } from '../texts/index.js';
import { useSay } from './use-say.js';

/** Something a manager does: says that it worked or why not, and loads anew what it changed. */
export function useAction<Input, Result>(
  run: (input: Input) => Promise<Result>,
  how: {
    changes: QueryKey[];
    done?: (result: Result, input: Input) => string;
    onDone?: (result: Result, input: Input) => void;
    /** The form shows the error itself. */
    quiet?: boolean;
  },
): UseMutationResult<Result, Error, Input> {
  const t = useT();
  const textOf = useErrorText();
  const say = useSay();
  const queries = useQueryClient();
  return useMutation<Result, Error, Input>({
    mutationFn: run,
    onSuccess: (result, input) => {
      const message = how.done?.(result, input);
      if (message !== undefined) say({ message });
      how.onDone?.(result, input);
    },
    onError: error => {
      if (how.quiet) return;
      say({ title: t('app.error.title'), message: textOf(error), tone: 'bad' });
    },
    // Also after a refusal: somebody else may have been faster.
    onSettled: () => {
      for (const queryKey of how.changes) void queries.invalidateQueries({ queryKey });
    },
  });
}
