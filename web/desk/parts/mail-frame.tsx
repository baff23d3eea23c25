import type { ReactNode } from 'react';
import { styleNonce } from '../../shared/style-nonce.js';
import { useT } from '../texts/index.js';

/**
 * The frame runs no scripts and belongs to no site. It has the policy of this page, so that its
 * styles need the nonce. Its links open nothing: the frame may not open windows.
 */
export function MailFrame({ html }: { html: string }): ReactNode {
  const t = useT();
  const drawn = html.replace(
    '<style>',
    () => `<base target="_blank"><style nonce="${styleNonce}">`,
  );
  return (
    <iframe className="desk-mail-frame" sandbox="" title={t('mails.preview.html')} srcDoc={drawn} />
  );
}
