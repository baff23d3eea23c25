import { useMediaQuery } from '@mantine/hooks';

/** Whether columns `from: 'sm'` are shown; a narrow table puts their text elsewhere. */
export const useIsWide = (): boolean =>
  useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false });
