import { rm } from 'node:fs/promises';
import { makeTempFolder } from '../support/postgres.js';
import { callService, freePort, type ServiceProcess, startService } from '../support/process.js';

export type KillReport = {
  rounds: number;
  acknowledged: number;
  /** Acknowledged but gone afterwards: must be empty. */
  lost: string[];
  /** There, though the caller never heard of it: the answer was lost, not the write. */
  unheard: number;
  restartMs: number[];
};

const WRITERS = 8;

/**
 * Kills the service with SIGKILL while rows are being written through its API, starts it again on
 * the same data folder, and finally looks for every row whose write was acknowledged.
 */
export async function killServiceUnderLoad(rounds: number): Promise<KillReport> {
  const dataDir = await makeTempFolder();
  const env = { DATA_DIR: dataDir, PORT: String(await freePort()) };
  let service = await startService(env);
  const acknowledged: string[] = [];
  const restartMs: number[] = [];
  try {
    const token = await adminToken(service);
    for (let round = 0; round < rounds; round += 1) {
      const writers = Array.from({ length: WRITERS }, (_, w) =>
        writeUntilCut(service.url, token, `R${round}-W${w}`, acknowledged),
      );
      const enough = acknowledged.length + 5 + Math.floor(Math.random() * 20);
      while (acknowledged.length < enough) await new Promise(resolve => setTimeout(resolve, 2));
      await service.kill();
      await Promise.all(writers);
      const began = Date.now();
      service = await startService(env);
      restartMs.push(Date.now() - began);
    }
    const present = await allCodes(service.url, token);
    return {
      rounds,
      acknowledged: acknowledged.length,
      lost: acknowledged.filter(code => !present.has(code)),
      unheard: [...present].filter(code => /^R\d+-W/.test(code)).length - acknowledged.length,
      restartMs,
    };
  } finally {
    await service.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function adminToken(service: ServiceProcess): Promise<string> {
  const body = {
    employee_id: 'EMP004',
    pin_code: '4567',
    store_id: 'DOWNTOWN',
    terminal_id: 'T-900',
  };
  return (await callService(service.url, 'POST', '/pos/auth/terminal-login/', { body })).body.token;
}

/** Writes row after row until the service is gone. */
async function writeUntilCut(
  url: string,
  token: string,
  prefix: string,
  acknowledged: string[],
): Promise<void> {
  for (let n = 0; ; n += 1) {
    const code = `${prefix}-${n}`;
    try {
      const body = { code, name: code };
      const answer = await callService(url, 'POST', '/sites/', { token, body });
      if (answer.status === 201) acknowledged.push(code);
    } catch {
      return;
    }
  }
}

async function allCodes(url: string, token: string): Promise<Set<string>> {
  const codes = new Set<string>();
  let next: string | undefined = '/sites/?limit=200';
  while (next !== undefined) {
    const answer = await callService(url, 'GET', next, { token });
    for (const site of answer.body as { code: string }[]) codes.add(site.code);
    next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
  }
  return codes;
}

if (process.argv[1]?.endsWith('kill-service.ts')) {
  const rounds = Number(process.argv[2] ?? 50);
  const report = await killServiceUnderLoad(rounds);
  const sorted = [...report.restartMs].sort((a, b) => a - b);
  console.log(
    `${report.rounds} kills: ${report.acknowledged} writes acknowledged, ${report.lost.length} lost, ` +
      `${report.unheard} written but not heard of; ready again after ${sorted[0]} to ${sorted.at(-1)} ms`,
  );
  process.exit(report.lost.length === 0 ? 0 : 1);
}
