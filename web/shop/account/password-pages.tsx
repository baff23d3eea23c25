import { Box } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import {
  ForgotPassword,
  isInvitation,
  NewPassword,
  resetToken,
} from '../../shared/components/password-reset.js';
import { useTitle } from '../layout/use-title.js';
import { useMaybeShop } from '../session/store.js';
import { useT } from '../texts/index.js';

const PAGES = { forgotHref: '/app/shop/forgot-password', loginHref: '/app/shop/login' };

export function ForgotPasswordPage(): ReactNode {
  const t = useT();
  useTitle(t('password.forgot.title'));
  const storeId = useMaybeShop()?.store.id;
  return (
    <Box maw={420} mx="auto" py="xl">
      <ForgotPassword loginHref={PAGES.loginHref} storeId={storeId} />
    </Box>
  );
}

export function NewPasswordPage(): ReactNode {
  const t = useT();
  const [token] = useState(resetToken);
  const [isInvited] = useState(isInvitation);
  useTitle(t(isInvited ? 'password.invited.title' : 'password.new.title'));
  return (
    <Box maw={420} mx="auto" py="xl">
      <NewPassword token={token} invited={isInvited ? 'customer' : undefined} {...PAGES} />
    </Box>
  );
}
