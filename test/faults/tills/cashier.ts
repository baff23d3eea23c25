import type { Dice } from '../../support/dice.js';
import { Device, type DeviceOptions, Killed } from './device.js';
import type { Customer, KeptEntry, PaidSale, StepKind, TillPage } from './till-page.js';

export const SKUS = ['TILL-CUP', 'TILL-TEA', 'TILL-BAG', 'TILL-PEN'] as const;
const EMPLOYEE = { employee: 'EMP001', pin: '1234', store: 'DOWNTOWN' };
const FLOAT_MINOR = 10_000;
/** Longer than the service takes to start again on a busy machine. */
const MOST_TRIES = 1_000;
/** After so many attempts a connection that comes and goes is back: a customer who has paid a part waits for it. */
const TRIES_APART = 20;
/** Errors of a program, which no retry cures. */
const MISTAKES = new Set(['ReferenceError', 'TypeError', 'RangeError', 'SyntaxError']);

/** A step that was interrupted by the end of the page: the cashier looks later whether it was done. */
type Interrupted = { key: string; cashMinor: number };

const amount = (minor: number): string => (minor / 100).toFixed(2);

/** A cashier with a till: serves customers one after the other, whatever happens to the page. */
export class Cashier {
  readonly device: Device;
  readonly paid = new Map<string, PaidSale>();
  /** Refusals and entries that were held: must be empty. */
  readonly trouble: string[] = [];
  private drawerMinor = 0;
  private customers = 0;
  private steps = 0;
  private interrupted: Interrupted[] = [];
  /** Sales whose cash belongs to no shift: a manager decides about their returns. */
  private late: ReadonlySet<string> = new Set();

  constructor(
    readonly terminal: string,
    private readonly random: Dice,
    options: Omit<DeviceOptions, 'onPaid'>,
  ) {
    this.device = new Device({ ...options, onPaid: sale => this.notePaid(sale) });
  }

  private notePaid(sale: PaidSale): void {
    const known = this.paid.get(sale.note);
    if (known === undefined) {
      this.paid.set(sale.note, sale);
      this.drawerMinor += sale.cashMinor;
    } else if (known.number !== sale.number) {
      this.trouble.push(`${sale.note} was paid as ${known.number} and as ${sale.number}`);
    }
  }

  /** Signs in and loads what a till needs for a day without the service. */
  async begin(): Promise<void> {
    await this.onPage(async register => {
      if (!register.isSignedIn()) await register.logIn({ ...EMPLOYEE, terminal: this.terminal });
      await register.open();
      await register.connect();
    });
  }

  openShift = (): Promise<void> =>
    this.certainly('shift_open', () => ({ opening_float: amount(FLOAT_MINOR) }), FLOAT_MINOR);

  /** The shift was counted and closed elsewhere; what is in the drawer belongs to it. */
  noteClosedElsewhere(): void {
    this.drawerMinor = 0;
    this.late = new Set(this.paid.keys());
  }

  /** Counts what is in the drawer and takes it out. */
  async closeShift(): Promise<void> {
    await this.certainly('shift_close', register => ({
      denominations: pieces(register.denominations(), this.drawerMinor),
      reason: 'End of the day',
    }));
    this.drawerMinor = 0;
  }

  /** The next thing that happens at the till: mostly a customer. */
  async next(): Promise<void> {
    const roll = this.random.roll();
    if (roll < 0.03) this.device.reload();
    if (roll >= 0.03 && roll < 0.05) await this.step('drawer_open', { reason: 'Change' });
    if (roll >= 0.05 && roll < 0.07) {
      await this.step('cash_in', { amount: '20.00', reason: 'Change from the safe' }, 2_000);
    }
    if (roll >= 0.07 && roll < 0.09) {
      await this.step('cash_out', { amount: '4.50', reason: 'Window cleaner' }, -450);
    }
    if (roll >= 0.09 && roll < 0.12) await this.takeBack();
    await this.serve();
  }

  /** A customer brings a unit of an earlier sale for cash back. */
  async takeBack(): Promise<void> {
    const sales = [...this.paid.values()].filter(
      ({ cashMinor, totalMinor, note }) => cashMinor === totalMinor && !this.late.has(note),
    );
    const sold = sales[this.random.between(0, sales.length - 1)];
    if (sold === undefined) return;
    const refund = await this.onPage(register => register.refundFor(sold.number));
    if (refund !== undefined) await this.step('return', refund.data, -refund.refundMinor);
  }

  /** Serves the next customer, paying or parking as asked; nothing else happens. */
  async serve(ways: Pick<Customer, 'isSplit' | 'isParked'> = {}): Promise<void> {
    this.customers += 1;
    const note = `${this.terminal} customer ${this.customers}`;
    const customer: Customer = {
      note,
      items: SKUS.slice(0, this.random.between(1, SKUS.length)).map(sku => ({
        sku,
        quantity: this.random.between(1, 3),
      })),
      ...(this.random.chance(0.2) && { slip: `S-${this.customers}` }),
      ...(this.random.chance(0.15) && { isSplit: true }),
      ...(this.random.chance(0.1) && { isParked: true }),
      ...ways,
    };
    await this.onPage(async register => {
      if (!this.paid.has(note)) await register.serve(customer);
    });
    if (!this.paid.has(note)) this.trouble.push(`${note} was served and has no receipt`);
  }

  /** As the till does by itself from time to time. */
  connect = (): Promise<void> =>
    this.device
      .current()
      .run(register => register.connect())
      .catch(() => undefined);

  /** Reconnects until everything is sent. */
  async sendAll(): Promise<void> {
    await this.onPage(async register => {
      await register.connect();
      const unsent = (await register.entries()).filter(({ state }) => state !== 'sent');
      for (const { counter, state, reason } of unsent) {
        if (state === 'held') this.trouble.push(`${this.terminal} ${counter} is held: ${reason}`);
        else throw new Error(`${this.terminal} ${counter} is ${state}`);
      }
    });
  }

  entries = (): Promise<KeptEntry[]> => this.onPage(register => register.entries());

  private async step(
    kind: StepKind,
    data: Record<string, unknown>,
    cashMinor = 0,
  ): Promise<boolean> {
    this.steps += 1;
    const key = `${this.terminal}-step-${this.steps}`;
    try {
      await this.start();
      await this.device.current().run(register => register.step(kind, data, key));
      this.drawerMinor += cashMinor;
      return true;
    } catch (error) {
      if (!(error instanceof Killed)) this.refused(`${kind} ${key}`, error);
      this.interrupted.push({ key, cashMinor });
      await this.onPage(register => this.settle(register));
      return false;
    }
  }

  /** A step without which the day cannot go on. */
  private async certainly(
    kind: StepKind,
    dataOf: (register: TillPage) => Record<string, unknown>,
    cashMinor = 0,
  ): Promise<void> {
    for (let round = 0; round < MOST_TRIES; round += 1) {
      await this.onPage(register => this.settle(register));
      const data = this.device.current().see(dataOf);
      if (await this.step(kind, data, cashMinor)) return;
      const last = await this.onPage(register =>
        register.entryOf(`${this.terminal}-step-${this.steps}`),
      );
      if (last !== undefined) return;
    }
    throw new Error(`${this.terminal}: ${kind} did not succeed`);
  }

  /** Finds out what became of interrupted steps. */
  private async settle(register: TillPage): Promise<void> {
    for (const step of this.interrupted) {
      const entry = await register.entryOf(step.key);
      if (entry?.state === 'open') throw new Error(`${step.key} is neither done nor undone`);
      this.interrupted = this.interrupted.filter(({ key }) => key !== step.key);
      if (entry !== undefined) this.drawerMinor += step.cashMinor;
    }
  }

  /** A new page shows the till: it loads the catalogue, and compares the journal if it can. */
  private async start(): Promise<void> {
    const before = this.device.pages;
    const page = this.device.current();
    if (this.device.pages === before) return;
    await page.run(async register => {
      await register.open();
      await register.connect().catch(() => undefined);
    });
  }

  /** Repeats until it is done: after the end of a page, without an answer, without a connection. */
  private async onPage<T>(work: (register: TillPage) => Promise<T>): Promise<T> {
    let last: unknown;
    for (let round = 0; round < MOST_TRIES; round += 1) {
      try {
        await this.start();
        return await this.device.current().run(work);
      } catch (error) {
        last = error;
        if (error instanceof Killed) continue;
        if (MISTAKES.has((error as Error).name)) throw error;
        this.refused(this.terminal, error);
        const { network } = this.device.options;
        if (round === TRIES_APART && network.loss > 0) network.isUp = true;
        await new Promise(resolve => setTimeout(resolve, 50));
        await this.connect();
      }
    }
    throw new Error(`${this.terminal} gave up`, { cause: last });
  }

  /** A refusal that a cashier would see; no answer and an overloaded service are none. */
  private refused(what: string, error: unknown): void {
    const { status, code } = error as { status?: number; code?: string };
    if (status === undefined || status >= 500 || status === 429) return;
    this.trouble.push(`${what}: ${status} ${code}`);
  }
}

/** The amount in as few notes and coins as possible. */
function pieces(values: readonly string[], totalMinor: number) {
  let restMinor = totalMinor;
  return values.map(value => {
    const minor = Math.round(Number(value) * 100);
    const quantity = Math.floor(restMinor / minor);
    restMinor -= quantity * minor;
    return { value, quantity };
  });
}
