import { rm } from 'node:fs/promises';
import { connect } from '../../../src/platform/database/connect.js';
import { statement } from '../../../src/platform/database/tx.js';
import { createLog } from '../../../src/platform/log.js';
import { dice } from '../../support/dice.js';
import { makeTempFolder } from '../../support/postgres.js';
import { callService, freePort, type ServiceProcess, startService } from '../../support/process.js';
import { stockShelf } from '../checkout-records.js';
import { pause } from '../clients.js';
import { Cashier, SKUS } from './cashier.js';
import { compareTills, type Differences, STOCK } from './compare.js';
import { registerScript } from './device.js';
import { Network } from './network.js';

export type TillsOptions = {
  tills: number;
  sales: number;
  seed: number;
  kills: number;
  say?: (line: string) => void;
};

export type TillsReport = Differences & {
  tills: number;
  sales: number;
  reloads: number;
  kills: number;
  lostRequests: number;
  lostAnswers: number;
  sentAgain: number;
  trouble: string[];
};

/** Every so many tills the shift of one is closed elsewhere while it is apart. */
const LATE_EVERY = 5;
const APART_MS = 8 * 3_600_000;
/** Sales with a sure connection at the end of the day: by the routes, and parked. */
const LAST_SALES = 2;
/** The part of the sales before the tills find the service again. */
const APART = 0.8;
const MOST_SKEW_MS = 180_000;
const KILL_CHANCE = 0.006;
const LOSS = 0.1;
/** Between two customers, once the tills are connected again. */
const MOST_PAUSE_MS = 400;

/**
 * Tills that have been apart from the service for eight hours: their pages end at any moment, and
 * when they are connected again, requests and answers get lost and the service is killed. The time
 * apart lies before the start of the run, so that the service runs with the ordinary clock.
 */
export async function tillsApart(databaseUrl: string, options: TillsOptions): Promise<TillsReport> {
  const { tills, seed, kills, say = () => undefined } = options;
  const dataDir = await makeTempFolder();
  const env = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    SECRET_KEY: 'a-secret-for-tests-only-0123456789',
    PORT: String(await freePort()),
  };
  const { db, close } = connect(databaseUrl, { poolSize: 2, log: createLog('silent') });
  let service: ServiceProcess | undefined;
  try {
    for (const [n, sku] of SKUS.entries()) await stockShelf(db, sku, STOCK, `${n + 3}.45`);
    await statement(db, 'update promotions set is_active = true');
    await statement(db, 'update stores set offline_return_limit = 100000.00');
    service = await startService(env);
    await addTerminalMethod(service.url);
    const url = service.url;
    const script = await registerScript();
    const cashiers = Array.from({ length: tills }, (_, n) => {
      const random = dice(seed * 1_000 + n);
      const skewMs = random.between(-MOST_SKEW_MS, MOST_SKEW_MS);
      const network = new Network(() => url, random);
      return new Cashier(`T-${701 + n}`, random, { script, random, network, skewMs });
    });
    for (const cashier of cashiers) await cashier.begin();
    const isLate = (cashier: Cashier): boolean => cashiers.indexOf(cashier) % LATE_EVERY === 1;
    const perTill = Math.ceil(options.sales / tills);
    const apart = Math.round(perTill * APART);
    await Promise.all(
      cashiers.map(cashier =>
        isLate(cashier) ? closedElsewhere(cashier, apart, url) : eightHours(cashier, apart),
      ),
    );
    say(`${cashiers.length} tills have sold ${paidBy(cashiers)} times without the service`);
    let isOver = false;
    const reconnecting = Promise.all(
      cashiers.map(cashier => backAgain(cashier, perTill - apart - LAST_SALES)),
    ).finally(() => {
      isOver = true;
    });
    const when = dice(seed);
    let killed = 0;
    while (killed < kills && !isOver) {
      await pause(when.between(500, 4_000));
      await service.kill();
      service = await startService(env);
      killed += 1;
      say(`kill ${killed} of ${kills}: ${paidBy(cashiers)} sales`);
    }
    await reconnecting;
    for (const cashier of cashiers) await endOfDay(cashier);
    const differences = await compareTills(db, cashiers);
    // Their timers would keep this process running.
    for (const { device } of cashiers) device.reload();
    return reportOf(cashiers, killed, differences);
  } finally {
    await service?.kill();
    await close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const paidBy = (cashiers: readonly Cashier[]): number =>
  cashiers.reduce((sum, { paid }) => sum + paid.size, 0);

async function addTerminalMethod(url: string): Promise<void> {
  const login = { username: 'admin', password: 'admin-demo' };
  const { access } = (await callService(url, 'POST', '/auth/login/', { body: login })).body;
  const body = {
    code: 'terminal',
    name: 'Card terminal',
    method_type: 'card',
    requires_reference: true,
  };
  const made = await callService(url, 'POST', '/payment-methods/', { token: access, body });
  if (made.status !== 201) throw new Error(`the method was answered with ${made.status}`);
}

/** A day without a connection. Every other till counts its drawer and opens a second shift. */
async function eightHours(cashier: Cashier, sales: number): Promise<void> {
  const { device } = cashier;
  const { network, random } = device.options;
  network.isUp = false;
  device.shiftMs = -APART_MS;
  device.killChance = KILL_CHANCE;
  await cashier.openShift();
  const hasSecond = random.chance(0.5);
  for (let n = 0; n < sales; n += 1) {
    device.shiftMs = -APART_MS * (1 - (n + 1) / (sales + 1));
    await cashier.next();
    if (hasSecond && n === Math.floor(sales / 2)) {
      await cashier.closeShift();
      await cashier.openShift();
    }
  }
  device.shiftMs = 0;
}

/**
 * A till whose shift a manager closes while it is apart: what it has sold arrives late. It opens another
 * shift before it is connected again.
 */
async function closedElsewhere(cashier: Cashier, sales: number, url: string): Promise<void> {
  const { device, terminal } = cashier;
  const { network } = device.options;
  await cashier.openShift();
  await cashier.sendAll();
  network.isUp = false;
  // As a browser tells the page at once.
  await cashier.connect();
  device.killChance = KILL_CHANCE;
  for (let n = 0; n < sales; n += 1) await cashier.serve();
  await closeAtDesk(url, terminal);
  cashier.noteClosedElsewhere();
  await cashier.openShift();
}

/** Counts the float, which is all that the service knows of. */
async function closeAtDesk(url: string, terminal: string): Promise<void> {
  const login = { username: 'admin', password: 'admin-demo' };
  const { access: token } = (await callService(url, 'POST', '/auth/login/', { body: login })).body;
  const shifts = '/cash-management/shifts/';
  const open = await callService(url, 'GET', `${shifts}?terminal=${terminal}`, { token });
  const { id } = open.body[0];
  const body = { denominations: [{ value: '100.00', quantity: 1 }] };
  const counted = await callService(url, 'POST', `${shifts}${id}/count/`, { token, body });
  const closed = await callService(url, 'POST', `${shifts}${id}/close/`, { token, body: {} });
  if (counted.status !== 200 || closed.status !== 200) {
    throw new Error(
      `closing the shift of ${terminal} was answered with ${counted.status} and ${closed.status}`,
    );
  }
}

/** The connection comes and goes, and loses what is sent over it. */
async function backAgain(cashier: Cashier, sales: number): Promise<void> {
  const { network, random } = cashier.device.options;
  network.loss = LOSS;
  for (let n = 0; n < sales; n += 1) {
    network.isUp = random.chance(0.7);
    if (random.chance(0.5)) await cashier.connect();
    await cashier.next();
    await pause(random.between(0, MOST_PAUSE_MS));
  }
  network.isUp = true;
  await cashier.sendAll();
}

async function endOfDay(cashier: Cashier): Promise<void> {
  const { device } = cashier;
  device.options.network.isUp = true;
  device.options.network.loss = 0;
  device.killChance = 0;
  await cashier.sendAll();
  await cashier.takeBack();
  await cashier.serve({ isSplit: true });
  await cashier.serve({ isParked: true });
  await cashier.sendAll();
  await cashier.closeShift();
  await cashier.sendAll();
}

function reportOf(
  cashiers: readonly Cashier[],
  kills: number,
  differences: Differences,
): TillsReport {
  const sum = (count: (cashier: Cashier) => number): number =>
    cashiers.reduce((all, cashier) => all + count(cashier), 0);
  const { length: tills } = cashiers;
  return {
    tills,
    sales: paidBy(cashiers),
    // The first page of a till is no reload.
    reloads: sum(({ device }) => device.pages - 1),
    kills,
    lostRequests: sum(({ device }) => device.options.network.sent.lostRequests),
    lostAnswers: sum(({ device }) => device.options.network.sent.lostAnswers),
    sentAgain: sum(({ device }) => device.options.network.sent.again),
    trouble: cashiers.flatMap(({ trouble }) => trouble),
    ...differences,
  };
}

export const isGoodDay = ({
  lost,
  doubled,
  gaps,
  wrongReports,
  violated,
  trouble,
}: TillsReport): boolean =>
  [lost, doubled, gaps, wrongReports, violated, trouble].every(list => list.length === 0);

/** One line of the table. */
export const tillsRow = (report: TillsReport) => ({
  tills: report.tills,
  sales: report.sales,
  entries: report.entries,
  'paid in parts': report.splits,
  'by the routes': report.routes,
  late: report.late,
  parked: report.parked,
  returned: report.returns,
  reloads: report.reloads,
  'service killed': report.kills,
  'requests lost': report.lostRequests,
  'answers lost': report.lostAnswers,
  'entries sent again': report.sentAgain,
  gaps: report.gaps.length,
  lost: report.lost.length,
  doubled: report.doubled.length,
  refused: report.trouble.length,
  shifts: report.shifts,
  'Z = journal': report.wrongReports.length === 0 ? 'yes' : 'NO',
  invariants: report.violated.length === 0 ? 'hold' : 'VIOLATED',
});
