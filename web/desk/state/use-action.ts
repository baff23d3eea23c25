import { notifications } from '@mantine/notifications';
import {
  type QueryKey,
  type UseMutationResult,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useErrorText } from '../../shared/components/states.js';
import { useT } from '../texts/index.js';

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
  const queries = useQueryClient();
  return useMutation<Result, Error, Input>({
    mutationFn: run,
    onSuccess: (result, input) => {
      const message = how.done?.(result, input);
      if (message !== undefined) notifications.show({ message, color: 'pine', autoClose: 3_000 });
      how.onDone?.(result, input);
    },
    onError: error => {
      if (how.quiet) return;
      const message = textOf(error);
      notifications.show({ title: t('app.error.title'), message, color: 'red', autoClose: 8_000 });
    },
    // Also after a refusal: somebody else may have been faster.
    onSettled: () => {
      for (const queryKey of how.changes) void queries.invalidateQueries({ queryKey });
    },
  });
}
