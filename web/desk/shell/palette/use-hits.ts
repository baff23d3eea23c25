import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { answer, type Tillhouse } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { useDesk } from '../../state/desk.js';
import { useT } from '../../texts/index.js';
import { PAGES } from '../pages.js';

export type Hit = { path: string; title: string; about?: string; icon?: ReactNode };
export type HitGroup = { title: string; hits: Hit[] };

const LIMIT = 5;
/** One or two letters match too much to be worth a search. */
const WORD = /\S{3}/;
/** The beginning or the last part of a sale's number, or the whole number that a till gave it. */
const SALE_NUMBER =
  /^(TXN-\d{1,8}|TXN-\d{8}-[0-9A-F]{0,8}|(?=.*\d)[0-9A-F]{4,8}|[\w.-]{1,100}-\d{6,12})$/i;

/** Lower case without accents, so that "ubersicht" finds "Übersicht". */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();

const foundIn = (text: string, words: string): boolean =>
  plain(words)
    .split(/\s+/)
    .every(word => plain(text).includes(word));

/** The pages, sales, products and customers that match the words and that the caller may open. */
export function useHits(words: string, isOpen: boolean): { groups: HitGroup[]; isBusy: boolean } {
  const t = useT();
  const pages = usePageHits(words);
  const sales = useRecordHits('sales', 'sale.read', words, isOpen);
  const products = useRecordHits('products', 'catalog.manage', words, isOpen);
  const customers = useRecordHits('customers', 'customer.read', words, isOpen);
  const groups = [
    { title: t('palette.pages'), hits: pages },
    { title: t('nav.transactions'), hits: sales.hits },
    { title: t('nav.products'), hits: products.hits },
    { title: t('nav.customers'), hits: customers.hits },
  ];
  return {
    groups: groups.filter(group => group.hits.length > 0),
    isBusy: sales.isBusy || products.isBusy || customers.isBusy,
  };
}

function usePageHits(words: string): Hit[] {
  const t = useT();
  const { may } = useDesk();
  return PAGES.filter(page => may(page.permission) && foundIn(t(page.text), words)).map(page => ({
    path: page.path,
    title: t(page.text),
    icon: page.icon,
  }));
}

type Kind = keyof typeof SEARCHES;

function useRecordHits(kind: Kind, permission: string, words: string, isOpen: boolean) {
  const api = useApi();
  const { may, storeOf } = useDesk();
  const format = useFormat();
  const isWanted = isOpen && may(permission) && (kind === 'sales' ? SALE_NUMBER : WORD).test(words);
  const query = useQuery({
    queryKey: ['palette', kind, words],
    queryFn: () => SEARCHES[kind](api, words),
    enabled: isWanted,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
  const hits = (isWanted ? (query.data ?? []) : []).map(({ amount, store, about, ...hit }): Hit => {
    const money = amount && store && format.money(amount, storeOf(store)?.currency);
    return { ...hit, about: money ? [storeOf(store)?.name, money].join(' · ') : about };
  });
  return { hits, isBusy: isWanted && query.isFetching };
}

type Found = { path: string; title: string; about?: string; amount?: string; store?: string };

const SEARCHES = {
  sales: async (api: Tillhouse, search: string): Promise<Found[]> => {
    const query = { search, limit: LIMIT, ordering: '-created_at' as const };
    const sales = await answer(api.GET('/transactions/', { params: { query } }));
    return sales.map(sale => ({
      path: `/transactions/${sale.transactionId}`,
      title: sale.transactionId,
      amount: sale.totalAmount,
      store: sale.store,
    }));
  },
  products: async (api: Tillhouse, q: string): Promise<Found[]> => {
    const products = await answer(
      api.GET('/products/', { params: { query: { q, limit: LIMIT } } }),
    );
    return products.map(({ id, name, variants }) => ({
      path: `/products/${id}`,
      title: name,
      about: variants[0]?.sku,
    }));
  },
  customers: async (api: Tillhouse, search: string): Promise<Found[]> => {
    const query = { search, limit: LIMIT };
    const customers = await answer(api.GET('/customers/', { params: { query } }));
    return customers.map(({ id, name, email, phone }) => ({
      path: `/customers/${id}`,
      title: name || (email ?? phone ?? ''),
      about: name ? (email ?? phone ?? undefined) : undefined,
    }));
  },
};
