import type { WebSocket } from 'ws';
import { AIRPORT_ID, DOWNTOWN_ID } from '../../../src/seed/data.js';
import { connect, listen } from '../../realtime/listener.js';
import type { Dice } from '../../support/dice.js';
import type { Shop } from '../../support/service.js';
import type { MarkBook } from './mark-book.js';

export type Sockets = { send(dice: Dice): void; close(): void; received(): number };

/** Sockets of both stores that check every frame they get, and send frames with marks. */
export async function openSockets(
  shop: Shop,
  tokens: Record<string, string>,
  book: MarkBook,
): Promise<Sockets> {
  let received = 0;
  await listen(shop);
  const open = async (path: string, staffOf: string | undefined): Promise<WebSocket> => {
    const { socket } = await connect(shop, path);
    socket.on('message', data => {
      received += 1;
      book.check({ name: `frame at ${path.split('?')[0]}`, staffOf }, String(data));
    });
    return socket;
  };
  const at = (place: string, caller: string, staffOf: string | undefined) =>
    open(`/ws/pos-gateway/${place}/?token=${tokens[caller]}`, staffOf);
  const sockets = await Promise.all([
    at('terminal/T-101', 'cashier elsewhere', AIRPORT_ID),
    at(`manager/${AIRPORT_ID}`, 'manager elsewhere', AIRPORT_ID),
    at('terminal/T-001', 'cashier', DOWNTOWN_ID),
    at(`manager/${DOWNTOWN_ID}`, 'manager', DOWNTOWN_ID),
    at(`manager/${DOWNTOWN_ID}`, 'admin', undefined),
  ]);
  return {
    received: () => received,
    send: dice => {
      const socket = dice.pick(sockets);
      if (socket.readyState === socket.OPEN) socket.send(frameFor(dice, book));
    },
    close: () => {
      for (const socket of sockets) socket.terminate();
    },
  };
}

function frameFor(dice: Dice, book: MarkBook): string {
  const card = book.card(dice, 'a frame');
  return dice.pick([
    () => card,
    () => JSON.stringify({ type: 'ping', note: card }),
    () => JSON.stringify({ type: card }),
    () => JSON.stringify({ [card]: 1, token: book.token('a frame') }),
    () => `{"type":"${card}`,
    () => JSON.stringify({ type: 'resume', after_seq: card }),
  ])();
}
