import { type QueryKey, useQuery } from '@tanstack/react-query';
import { answer, type Tillhouse } from '@tillhouse/client';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useApi } from '../api/index.js';
import { paperQuery, type WhichPaper } from '../which-paper.js';
import css from './receipt-page.module.css';
import { Show } from './states.js';

export const receiptHtml = (api: Tillhouse, { number, ...which }: WhichPaper): Promise<string> =>
  answer<string>(
    api.GET('/transactions/{transactionId}/receipt/', {
      params: {
        path: { transactionId: number },
        query: { format: 'html', ...paperQuery(which) },
      },
      parseAs: 'text',
    }) as Promise<{ data?: string }>,
  );

/**
 * The receipt as the service draws it, with logo, barcode and QR code: shown, and the only thing on
 * the paper when the page is printed.
 */
export function ReceiptPage(props: WhichPaper & { queryKey?: QueryKey }): ReactNode {
  const { number, queryKey = ['receipt', number], ...which } = props;
  const api = useApi();
  const receipt = useQuery({
    queryKey: [...queryKey, paperQuery(which)],
    staleTime: 0,
    queryFn: () => receiptHtml(api, props),
  });
  return <Show query={receipt}>{html => <ReceiptHtml html={html} />}</Show>;
}

/** The service has escaped every name; a parsed document runs no script either. */
export function ReceiptHtml({ html }: { html: string }): ReactNode {
  const paper = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // The page's own styles apply; even a parsed document reports styles that the policy forbids.
    const page = html.replace(/<style>[^<]*<\/style>/, '');
    const { body, documentElement } = new DOMParser().parseFromString(page, 'text/html');
    if (paper.current === null) return;
    paper.current.lang = documentElement.lang;
    paper.current.replaceChildren(...body.childNodes);
  }, [html]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide receipt is scrolled by keyboard
    <div className={`${css.page} print-only`} data-testid="receipt" tabIndex={0} ref={paper} />
  );
}
