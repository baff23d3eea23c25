import type { Row } from './bench.js';
import type { Report } from './report.js';

const WIDTH = 760;
const LEFT = 150;
const RIGHT = 190;
const TOP = 64;
const STEP = 30;
const BAR = 16;
const FULL = WIDTH - LEFT - RIGHT;

/** Text and grid follow the reader's colour scheme; the bars are readable on both. */
const STYLE = `
  text { font: 13px system-ui, sans-serif; fill: #1f2328 }
  .head { font-size: 16px; font-weight: 600 }
  .soft { fill: #59636e }
  .grid { stroke: #d1d9e0 }
  .limit { fill: #d1d9e0 }
  .bar { fill: #2f7d5b }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 }
    .soft { fill: #9198a1 }
    .grid { stroke: #3d444d }
    .limit { fill: #3d444d }
    .bar { fill: #4cb782 }
  }`;

type Bar = { name: string; share: number; note: string };

const count = (value: number): string => Math.round(value).toLocaleString('en-US');

/** One bar per scenario that has a limit: how much of the limit's rate the service reaches. */
function barsOf(rows: readonly Row[]): Bar[] {
  return rows.flatMap((row, index) => {
    const limit = rows[index + 1]?.sample;
    if (row.timesLimit === undefined || !row.sample || !limit) return [];
    const share = row.sample.perSecond / limit.perSecond;
    const note = `${count(row.sample.perSecond)}/s of ${count(limit.perSecond)}/s`;
    return [{ name: row.scenario, share, note }];
  });
}

export function drawChart({ rows, machine, at }: Report): string {
  const bars = barsOf(rows);
  const height = TOP + bars.length * STEP + 34;
  const label = `${machine.cores} cores, Node ${machine.node}, PostgreSQL ${machine.postgres}, ${at.slice(0, 10)}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title">
<title id="title">Rate of the service as a share of its limit, measured in the same run</title>
<style>${STYLE}
</style>
<text class="head" x="8" y="22">Rate of the service as a share of its limit in the same run</text>
<text class="soft" x="8" y="42">limit: the same SQL in a bare loop, or a bare Fastify route</text>
${[0, 0.25, 0.5, 0.75, 1].map(share => gridLine(share, height)).join('\n')}
${bars.map(drawBar).join('\n')}
<text class="soft" x="8" y="${height - 8}">${escaped(label)}</text>
</svg>
`;
}

function gridLine(share: number, height: number): string {
  const x = LEFT + share * FULL;
  const bottom = height - 30;
  return `<line class="grid" x1="${x}" x2="${x}" y1="${TOP - 8}" y2="${bottom}"/><text class="soft" x="${x}" y="${TOP - 12}" text-anchor="middle">${share * 100} %</text>`;
}

function drawBar({ name, share, note }: Bar, index: number): string {
  const y = TOP + index * STEP;
  const width = (Math.min(1, share) * FULL).toFixed(1);
  return `<text x="${LEFT - 8}" y="${y + 13}" text-anchor="end">${escaped(name)}</text><rect class="limit" x="${LEFT}" y="${y}" width="${FULL}" height="${BAR}" rx="3"/><rect class="bar" x="${LEFT}" y="${y}" width="${width}" height="${BAR}" rx="3"/><text x="${LEFT + FULL + 10}" y="${y + 13}">${escaped(note)}</text>`;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
