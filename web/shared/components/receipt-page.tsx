import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useApi } from '../api/index.js';
import css from './receipt-page.module.css';
import { Show } from './states.js';

/** Which paper of a sale: its receipt, the gift receipt, or the slip of one refund. */
export type WhichPaper = { number: string; isGift?: boolean; refund?: string };

/** As the routes name it. */
export const paperQuery = ({ isGift = false, refund }: Omit<WhichPaper, 'number'>) => ({
  ...(isGift && { gift: true }),
  ...(refund !== undefined && { refund }),
});

/**
 * The receipt as the service draws it, with logo, barcode and QR code: shown, and the only thing on
 * the paper when the page is printed.
 */
export function ReceiptPage(props: WhichPaper): ReactNode {
  const { number, ...which } = props;
  const api = useApi();
  const receipt = useQuery({
    queryKey: ['receipt', number, paperQuery(which)],
    staleTime: 0,
    queryFn: () =>
      answer<string>(
        api.GET('/transactions/{transactionId}/receipt/', {
          params: {
            path: { transactionId: number },
            query: { format: 'html', ...paperQuery(which) },
          },
          parseAs: 'text',
        }) as Promise<{ data?: string }>,
      ),
  });
  return <Show query={receipt}>{html => <Page html={html} />}</Show>;
}

/** The service has escaped every name; a parsed document runs no script either. */
function Page({ html }: { html: string }): ReactNode {
  const paper = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { body, documentElement } = new DOMParser().parseFromString(html, 'text/html');
    if (paper.current === null) return;
    paper.current.lang = documentElement.lang;
    paper.current.replaceChildren(...body.childNodes);
  }, [html]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide receipt is scrolled by keyboard
    <div className={`${css.page} print-only`} data-testid="receipt" tabIndex={0} ref={paper} />
  );
}
