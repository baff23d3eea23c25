import {
  IconArrowsExchange,
  IconBook2,
  IconBookmark,
  IconBuildingFactory2,
  IconBuildingStore,
  IconCashRegister,
  IconCategory,
  IconChartBar,
  IconChecklist,
  IconClipboardList,
  IconCloudCheck,
  IconCreditCard,
  IconDiscount,
  IconFileInvoice,
  IconFileSpreadsheet,
  IconGift,
  IconHistory,
  IconLayoutDashboard,
  IconListNumbers,
  IconPackage,
  IconPackageImport,
  IconReceipt,
  IconReceiptTax,
  IconReport,
  IconRocket,
  IconSearch,
  IconShieldCheck,
  IconShirt,
  IconTags,
  IconTruck,
  IconUserExclamation,
  IconUserShield,
  IconUsers,
  IconUsersGroup,
  IconWallet,
  IconWorld,
} from '@tabler/icons-react';
import { type ComponentType, type LazyExoticComponent, lazy, type ReactNode } from 'react';
import type { Key } from '../texts/index.js';

export type PageEntry = {
  path: string;
  /** Route pattern of pages with a record id in the URL, such as a sale. */
  pattern?: string;
  text: Key;
  icon: ReactNode;
  permission: string;
  screen: LazyExoticComponent<ComponentType>;
};

const SIZE = 19;

const today: PageEntry[] = [
  {
    path: '/',
    text: 'nav.dashboard',
    icon: <IconLayoutDashboard size={SIZE} />,
    permission: 'store.read',
    screen: lazy(() => import('../pages/dashboard/index.js')),
  },
  {
    path: '/approvals',
    text: 'nav.approvals',
    icon: <IconShieldCheck size={SIZE} />,
    permission: 'approval.decide',
    screen: lazy(() => import('../pages/approvals/index.js')),
  },
  {
    path: '/transactions',
    pattern: '/transactions/:id?',
    text: 'nav.transactions',
    icon: <IconReceipt size={SIZE} />,
    permission: 'sale.read',
    screen: lazy(() => import('../pages/transactions/index.js')),
  },
  {
    path: '/customers',
    pattern: '/customers/:id?',
    text: 'nav.customers',
    icon: <IconUsersGroup size={SIZE} />,
    permission: 'customer.read',
    screen: lazy(() => import('../pages/customers/index.js')),
  },
  {
    path: '/stored-value',
    pattern: '/stored-value/:part?',
    text: 'nav.value',
    icon: <IconGift size={SIZE} />,
    permission: 'value.manage',
    screen: lazy(() => import('../pages/stored-value/index.js')),
  },
  {
    path: '/layaways',
    pattern: '/layaways/:id?',
    text: 'nav.layaways',
    icon: <IconBookmark size={SIZE} />,
    permission: 'sale.read',
    screen: lazy(() => import('../pages/layaways/index.js')),
  },
  {
    path: '/fulfillments',
    text: 'nav.fulfillments',
    icon: <IconTruck size={SIZE} />,
    permission: 'fulfillment.handle',
    screen: lazy(() => import('../pages/fulfillments/index.js')),
  },
  {
    path: '/tasks',
    text: 'nav.tasks',
    icon: <IconChecklist size={SIZE} />,
    permission: 'task.work',
    screen: lazy(() => import('../pages/tasks/index.js')),
  },
];

const store: PageEntry[] = [
  {
    path: '/products',
    pattern: '/products/:id?',
    text: 'nav.products',
    icon: <IconShirt size={SIZE} />,
    permission: 'catalog.manage',
    screen: lazy(() => import('../pages/products/index.js')),
  },
  {
    path: '/imports',
    text: 'nav.imports',
    icon: <IconFileSpreadsheet size={SIZE} />,
    permission: 'catalog.manage',
    screen: lazy(() => import('../pages/imports/index.js')),
  },
  {
    path: '/categories',
    text: 'nav.categories',
    icon: <IconCategory size={SIZE} />,
    permission: 'catalog.manage',
    screen: lazy(() => import('../pages/categories/index.js')),
  },
  {
    path: '/search',
    text: 'nav.search',
    icon: <IconSearch size={SIZE} />,
    permission: 'report.read',
    screen: lazy(() => import('../pages/search/index.js')),
  },
  {
    path: '/inventory',
    text: 'nav.inventory',
    icon: <IconPackage size={SIZE} />,
    permission: 'stock.read',
    screen: lazy(() => import('../pages/inventory/index.js')),
  },
  {
    path: '/purchasing',
    text: 'nav.purchasing',
    icon: <IconPackageImport size={SIZE} />,
    permission: 'delivery.manage',
    screen: lazy(() => import('../pages/purchasing/index.js')),
  },
  {
    path: '/suppliers',
    text: 'nav.suppliers',
    icon: <IconBuildingFactory2 size={SIZE} />,
    permission: 'delivery.manage',
    screen: lazy(() => import('../pages/suppliers/index.js')),
  },
  {
    path: '/transfers',
    pattern: '/transfers/:id?',
    text: 'nav.transfers',
    icon: <IconArrowsExchange size={SIZE} />,
    permission: 'delivery.manage',
    screen: lazy(() => import('../pages/transfers/index.js')),
  },
  {
    path: '/counts',
    pattern: '/counts/:id?',
    text: 'nav.counts',
    icon: <IconClipboardList size={SIZE} />,
    permission: 'stock.count',
    screen: lazy(() => import('../pages/counts/index.js')),
  },
  {
    path: '/promotions',
    text: 'nav.promotions',
    icon: <IconDiscount size={SIZE} />,
    permission: 'promotion.read',
    screen: lazy(() => import('../pages/promotions/index.js')),
  },
  {
    path: '/prices',
    pattern: '/prices/:list?',
    text: 'nav.prices',
    icon: <IconTags size={SIZE} />,
    permission: 'catalog.read',
    screen: lazy(() => import('../pages/prices/index.js')),
  },
  {
    path: '/shifts',
    text: 'nav.shifts',
    icon: <IconReport size={SIZE} />,
    permission: 'shift.review',
    screen: lazy(() => import('../pages/shifts/index.js')),
  },
  {
    path: '/till-journal',
    text: 'nav.tillJournal',
    icon: <IconListNumbers size={SIZE} />,
    permission: 'shift.review',
    screen: lazy(() => import('../pages/till-journal/index.js')),
  },
  {
    path: '/payment-review',
    text: 'nav.review',
    icon: <IconCreditCard size={SIZE} />,
    permission: 'payment.review',
    screen: lazy(() => import('../pages/payment-review/index.js')),
  },
  {
    path: '/settlements',
    text: 'nav.settlements',
    icon: <IconFileInvoice size={SIZE} />,
    permission: 'payment.review',
    screen: lazy(() => import('../pages/settlements/index.js')),
  },
  {
    path: '/tills',
    text: 'nav.tills',
    icon: <IconCashRegister size={SIZE} />,
    permission: 'store.settings',
    screen: lazy(() => import('../pages/tills/index.js')),
  },
  {
    path: '/store-settings',
    text: 'nav.settings',
    icon: <IconBuildingStore size={SIZE} />,
    permission: 'store.settings',
    screen: lazy(() => import('../pages/store-settings/index.js')),
  },
  {
    path: '/payment-methods',
    text: 'nav.methods',
    icon: <IconWallet size={SIZE} />,
    permission: 'store.manage',
    screen: lazy(() => import('../pages/payment-methods/index.js')),
  },
  {
    path: '/shipping',
    text: 'nav.shipping',
    icon: <IconWorld size={SIZE} />,
    permission: 'store.settings',
    screen: lazy(() => import('../pages/shipping/index.js')),
  },
  {
    path: '/taxes',
    text: 'nav.taxes',
    icon: <IconReceiptTax size={SIZE} />,
    permission: 'store.settings',
    screen: lazy(() => import('../pages/taxes/index.js')),
  },
  {
    path: '/analytics',
    text: 'nav.analytics',
    icon: <IconChartBar size={SIZE} />,
    permission: 'report.read',
    screen: lazy(() => import('../pages/analytics/index.js')),
  },
  {
    path: '/journal',
    text: 'nav.journal',
    icon: <IconBook2 size={SIZE} />,
    permission: 'report.read',
    screen: lazy(() => import('../pages/journal/index.js')),
  },
  {
    path: '/exceptions',
    text: 'nav.exceptions',
    icon: <IconUserExclamation size={SIZE} />,
    permission: 'report.read',
    screen: lazy(() => import('../pages/exceptions/index.js')),
  },
];

const system: PageEntry[] = [
  {
    path: '/setup',
    text: 'nav.setup',
    icon: <IconRocket size={SIZE} />,
    permission: 'store.manage',
    screen: lazy(() => import('../pages/setup/index.js')),
  },
  {
    path: '/users',
    text: 'nav.users',
    icon: <IconUsers size={SIZE} />,
    permission: 'user.read',
    screen: lazy(() => import('../pages/users/index.js')),
  },
  {
    path: '/roles',
    text: 'nav.roles',
    icon: <IconUserShield size={SIZE} />,
    permission: 'role.manage',
    screen: lazy(() => import('../pages/roles/index.js')),
  },
  {
    path: '/audit-log',
    text: 'nav.audit',
    icon: <IconHistory size={SIZE} />,
    permission: 'audit.read',
    screen: lazy(() => import('../pages/audit-log/index.js')),
  },
  {
    path: '/sync',
    text: 'nav.sync',
    icon: <IconCloudCheck size={SIZE} />,
    permission: 'sync.read',
    screen: lazy(() => import('../pages/sync/index.js')),
  },
];

/** The pages, grouped as in the navigation. */
export const GROUPS: { text: Key; pages: PageEntry[] }[] = [
  { text: 'nav.today', pages: today },
  { text: 'nav.store', pages: store },
  { text: 'nav.system', pages: system },
];

export const PAGES: PageEntry[] = GROUPS.flatMap(group => group.pages);
