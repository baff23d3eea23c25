import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../shared/api/index.js';
import { Show } from '../../shared/components/states.js';
import { Paper } from '../parts/paper.js';
import { ReportButton } from '../parts/printer-button.js';

/** The X report of an open shift or the Z report of a closed one, printed as receipts are. */
export function ShiftReport(props: { shift: string; kind: 'x' | 'z' }): ReactNode {
  const { shift, kind } = props;
  const api = useApi();
  const report = useQuery({
    queryKey: ['report', shift, kind],
    // Not cached, so that an outdated report is never printed.
    gcTime: 0,
    queryFn: () =>
      answer<string>(
        api.GET('/cash-management/shifts/{id}/paper/', {
          params: { path: { id: shift }, query: { report: kind } },
          parseAs: 'text',
        }) as Promise<{ data?: string }>,
      ),
  });
  return (
    <Show query={report}>
      {text => (
        <Stack>
          <Paper text={text} />
          <ReportButton shift={shift} kind={kind} />
        </Stack>
      )}
    </Show>
  );
}
