import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormat } from '../../shared/i18n/format.js';
import { Row } from '../cart/totals.js';
import { useT } from '../texts/index.js';
import type { valueShares } from './value-shares.js';

/** Stands for an amount that is not known yet, so that the page below does not move. */
const UNKNOWN = '…';

/** What stored value pays, and what is left for the card. */
export function ValueSummary(props: {
  summary: ReturnType<typeof valueShares>;
  isCard: boolean;
}): ReactNode {
  const t = useT();
  const { cents } = useFormat();
  const { shares, restCents } = props.summary;
  if (shares.length === 0) return null;
  return (
    <div role="status">
      <Stack component="dl" gap={6} m={0}>
        {shares.map(share => (
          <Row key={share.kind} label={t(`pay.share.${share.kind}`)} accent>
            {share.cents === undefined ? UNKNOWN : cents(-share.cents)}
          </Row>
        ))}
        <Row label={t(props.isCard ? 'pay.share.card' : 'pay.share.rest')} strong>
          {restCents === undefined ? UNKNOWN : cents(restCents)}
        </Row>
      </Stack>
    </div>
  );
}
