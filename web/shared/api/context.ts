import type { Tillhouse } from '@tillhouse/client';
import { createContext, useContext } from 'react';

const ApiContext = createContext<Tillhouse | undefined>(undefined);
export const ApiProvider = ApiContext.Provider;

export function useApi(): Tillhouse {
  const api = useContext(ApiContext);
  if (api === undefined) throw new Error('the API is used outside of its provider');
  return api;
}
