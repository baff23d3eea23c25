import { useQuery } from '@tanstack/react-query';
import { ApiError, answer, type Tillhouse } from '@tillhouse/client';
import { useApi, useOnline } from '../../shared/api/index.js';
import { shiftHere } from './shift-here.js';

export const SHIFT = ['shift'];

/** The open shift of this till, or null. */
const currentShift = async (api: Tillhouse) => {
  try {
    return await answer(api.GET('/cash-management/shifts/current/'));
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
};
export type Shift = NonNullable<Awaited<ReturnType<typeof currentShift>>>;

export function useShift() {
  const api = useApi();
  const enabled = useOnline();
  return useQuery({
    queryKey: SHIFT,
    enabled,
    staleTime: 0,
    queryFn: async () => {
      const found = await currentShift(api);
      // Without a connection the till goes on with this shift.
      shiftHere.set(
        found && { opened_at: found.opened_at, opened_by_name: found.opened_by_name ?? null },
      );
      return found;
    },
  });
}
