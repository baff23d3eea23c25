import { type ReactNode, useState } from 'react';
import {
  ForgotPassword,
  isInvitation,
  NewPassword,
  resetToken,
} from '../../shared/components/password-reset.js';
import { Entrance } from './entrance.js';

export const FORGOT_PAGE = '/app/desk/forgot-password';
const RESET_PAGE = '/app/desk/reset-password';
const PAGES = { forgotHref: FORGOT_PAGE, loginHref: '/app/desk/' };

const isAt = (page: string): boolean => location.pathname.replace(/\/$/, '') === page;

/** Whether the page is one of the two about a forgotten password. */
export const isPasswordPage = (): boolean => isAt(FORGOT_PAGE) || isAt(RESET_PAGE);

export function PasswordPage(): ReactNode {
  const [token] = useState(resetToken);
  const [isInvited] = useState(isInvitation);
  return (
    <Entrance>
      {isAt(FORGOT_PAGE) ? (
        <ForgotPassword loginHref={PAGES.loginHref} />
      ) : (
        <NewPassword token={token} invited={isInvited ? 'staff' : undefined} {...PAGES} />
      )}
    </Entrance>
  );
}
