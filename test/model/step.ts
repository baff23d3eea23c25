import type fc from 'fast-check';
import { expect } from 'vitest';
import { type Model, recordsOf } from './state.js';
import type { World } from './world.js';

export type Step = fc.AsyncCommand<Model, World>;

/** Number of executions per command over all runs. */
export const tally = new Map<string, number>();

/** One command. Afterwards all records must equal the model's. */
export function step<Args>(
  name: string,
  args: fc.Arbitrary<Args>,
  act: (m: Model, w: World, args: Args) => Promise<string>,
  can: (m: Model) => boolean = () => true,
): fc.Arbitrary<Step> {
  return args.map(chosen => {
    const description = `${name} ${JSON.stringify(chosen)}`;
    return {
      check: can,
      run: async (m, w) => {
        const outcome = await act(m, w, chosen);
        const key = `${name}: ${outcome}`;
        tally.set(key, (tally.get(key) ?? 0) + 1);
        await compareWithModel(m, w, description);
      },
      toString: () => description,
    };
  });
}

/** The same command, skipped while nothing in the shop suits it: it would only be refused. */
export const when = (suits: (m: Model) => boolean, command: fc.Arbitrary<Step>) =>
  command.map(
    (one): Step => ({
      check: m => suits(m) && one.check(m),
      run: (m, w) => one.run(m, w),
      toString: () => one.toString(),
    }),
  );

export async function compareWithModel(m: Model, w: World, after: string): Promise<void> {
  const known = {
    sales: m.sales.map(sale => sale.number),
    carts: m.carts.map(cart => cart.id),
    cards: m.cards.map(card => card.id),
  };
  expect(await w.books(known), after).toEqual(recordsOf(m));
}

/** Expected answer: its status, its code if it is a refusal, and its figures. */
export function expectReply(
  reply: { status: number; body: { code?: string }; text: string },
  status: number,
  body: object | string = {},
): void {
  const wanted = typeof body === 'string' ? { code: body } : body;
  expect({ status: reply.status, body: reply.body }, reply.text).toMatchObject({
    status,
    body: wanted,
  });
}
