import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = { url: string | null; children: ReactNode };

/** Leads to the page of the carrier; plain text if the carrier is not known. */
export function TrackingLink({ url, children }: Props): ReactNode {
  if (url === null) return children;
  return (
    <Anchor href={url} target="_blank" rel="noreferrer" inherit>
      {children}
    </Anchor>
  );
}
