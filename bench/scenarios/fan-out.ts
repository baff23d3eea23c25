import { performance } from 'node:perf_hooks';
import { WebSocket } from 'ws';
import { type Bench, ms, type Row } from '../bench.js';

const SOCKETS = 1_000;
/** A login may open five sockets. */
const PER_LOGIN = 5;

/** Time from the till's answer to the arrival of the event at each of a thousand sockets. */
export async function fanOut(bench: Bench): Promise<Row[]> {
  const sockets = bench.quick ? 100 : SOCKETS;
  const events = bench.quick ? 20 : 100;
  const till = await bench.till('T-BF');
  const seenAt = new Map<string, number[]>();
  const listeners = await openSockets(bench, sockets, message => {
    if (message.event !== 'transaction.created') return;
    const id = message.data.transaction_id;
    const times = seenAt.get(id) ?? [];
    times.push(performance.now());
    seenAt.set(id, times);
  });
  const latencies: number[] = [];
  for (let n = 0; n < events; n += 1) {
    const created = await bench.call(
      'POST',
      '/pos/transactions/create/',
      {
        store_id: 'DOWNTOWN',
        employee_id: 'EMP001',
        line_items: [{ sku: 'BEANS-1KG', quantity: 1, unit_price: '18.00', subtotal: '18.00' }],
        subtotal: '18.00',
        tax_amount: '0.00',
        total_amount: '18.00',
      },
      till,
    );
    const answered = performance.now();
    const id = JSON.parse(created.text).transaction.transaction_id;
    while ((seenAt.get(id)?.length ?? 0) < sockets && performance.now() - answered < 5_000) {
      await new Promise(resolve => setTimeout(resolve, 2));
    }
    latencies.push(...(seenAt.get(id) ?? []).map(at => Math.max(0, at - answered)));
  }
  for (const socket of listeners) socket.terminate();
  latencies.sort((a, b) => a - b);
  const at = (share: number): number => latencies[Math.floor(latencies.length * share)] ?? 0;
  return [
    {
      scenario: 'event fan-out',
      measure: `${events} sales to ${sockets} sockets, ${latencies.length} of ${events * sockets} received`,
      value: `p50 ${ms(at(0.5))}, p99 ${ms(at(0.99))} after the till's answer`,
      ratio: '',
      target: 'p99 < 100 ms',
    },
  ];
}

type Message = { type: string; event: string; data: { transaction_id: string } };

async function openSockets(
  bench: Bench,
  count: number,
  onEvent: (message: Message) => void,
): Promise<WebSocket[]> {
  const sockets: WebSocket[] = [];
  let token = '';
  for (let n = 0; n < count; n += 1) {
    if (n % PER_LOGIN === 0) token = await bench.manager();
    const socket = new WebSocket(
      `${bench.url.replace('http', 'ws')}/ws/pos-gateway/manager/DOWNTOWN/?token=${token}`,
    );
    sockets.push(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject);
      socket.on('message', text => {
        const message = JSON.parse(String(text)) as Message;
        if (message.type === 'hello') resolve();
        else if (message.type === 'event') onEvent(message);
      });
    });
  }
  return sockets;
}
