import { IconLayoutDashboard, IconReceipt, IconShieldCheck } from '@tabler/icons-react';
import { type ComponentType, type LazyExoticComponent, lazy, type ReactNode } from 'react';
import type { Key } from '../texts/index.js';

export type PageEntry = {
  path: string;
  /** Pages with a record in the address, such as a sale. */
  pattern?: string;
  text: Key;
  icon: ReactNode;
  permission: string;
  group: Key;
  screen: LazyExoticComponent<ComponentType>;
};

const SIZE = 19;

export const PAGES: PageEntry[] = [
  {
    path: '/',
    text: 'nav.dashboard',
    icon: <IconLayoutDashboard size={SIZE} />,
    permission: 'store.read',
    group: 'nav.today',
    screen: lazy(() => import('../pages/dashboard/index.js')),
  },
  {
    path: '/approvals',
    text: 'nav.approvals',
    icon: <IconShieldCheck size={SIZE} />,
    permission: 'approval.decide',
    group: 'nav.today',
    screen: lazy(() => import('../pages/approvals/index.js')),
  },
  {
    path: '/transactions',
    pattern: '/transactions/:id?',
    text: 'nav.transactions',
    icon: <IconReceipt size={SIZE} />,
    permission: 'sale.read',
    group: 'nav.today',
    screen: lazy(() => import('../pages/transactions/index.js')),
  },
];
