import { useEffect, useState } from 'react';
import { useApi } from '../shared/api/index.js';
import { pairing } from './pairing.js';

export type Basket = {
  step: 'idle' | 'basket' | 'payment' | 'paid';
  lines: { name: string; quantity: string; amount: string; saved?: string }[];
  total?: string;
  saved?: string;
  due?: string;
  change?: string;
  receipt_url: string | null;
};

const IDLE: Basket = { step: 'idle', lines: [], receipt_url: null };
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 10_000;
/** The display was removed or switched off. */
const NOT_PAIRED = 4401;

/** Follows the till; after a lost connection the first frame brings the current basket. */
export function useBasket(token: string): { basket: Basket; isConnected: boolean } {
  const api = useApi();
  const [basket, setBasket] = useState(IDLE);
  const [isConnected, setConnected] = useState(true);
  useEffect(() => {
    let socket: WebSocket | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let failures = 0;
    let isOver = false;
    const connect = (): void => {
      const address = new URL('/ws/pos-gateway/display/', location.origin.replace(/^http/, 'ws'));
      address.searchParams.set('token', token);
      socket = new WebSocket(address);
      socket.onmessage = ({ data }) => {
        const frame = JSON.parse(String(data)) as Basket & { type: string };
        if (frame.type !== 'basket') return;
        failures = 0;
        setConnected(true);
        setBasket(frame);
      };
      socket.onclose = ({ code }) => {
        if (isOver) return;
        if (code === NOT_PAIRED) {
          api.tokens.set(undefined);
          pairing.forget();
          return;
        }
        // A basket that may be outdated would mislead the customer.
        setConnected(false);
        setBasket(IDLE);
        timer = setTimeout(connect, Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures));
        failures += 1;
      };
    };
    connect();
    return () => {
      isOver = true;
      clearTimeout(timer);
      socket?.close();
    };
  }, [api, token]);
  return { basket, isConnected };
}
