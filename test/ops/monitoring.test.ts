import { collectDefaultMetrics } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop } from '../support/service.js';
import { read } from '../support/sources.js';
import { counterOf } from '../transactions/support.js';

type Sample = { name: string; labels: Record<string, string> };
type Selector = { name: string; labels: { label: string; operator: string; value: string }[] };
type Panel = { title: string; targets?: { expr: string }[] };

let shop: Shop;
let samples: Sample[];
beforeAll(async () => {
  shop = await openShop({ background: false });
  collectDefaultMetrics({ register: shop.platform.metrics });
  await shop.officeToken();
  await counterOf(shop).sold({ payment_method_id: 'cash' });
  samples = samplesIn((await shop.call('GET', '/metrics')).text);
});
afterAll(() => shop.close());

const pairs = (text: string) => [...text.matchAll(/(\w+)(=~|!~|!=|=)"((?:[^"\\]|\\.)*)"/g)];

/** Every metric that has a value, and every one that is declared without one. */
function samplesIn(text: string): Sample[] {
  return text.split('\n').flatMap(line => {
    const announced = /^# TYPE (\w+) (\w+)/.exec(line);
    if (announced) {
      const [, name = '', type] = announced;
      const parts = type === 'histogram' ? ['_bucket', '_sum', '_count'] : [''];
      return parts.map(part => ({ name: name + part, labels: {} }));
    }
    const given = /^(\w+)(?:\{(.*)\})? /.exec(line);
    if (!given) return [];
    const labels = pairs(given[2] ?? '').map(([, label = '', , value = '']) => [label, value]);
    return [{ name: given[1] ?? '', labels: Object.fromEntries(labels) }];
  });
}

/** The metrics that an expression queries. */
const selectorsIn = (expr: string): Selector[] =>
  [...expr.matchAll(/\b((?:tillhouse|process|nodejs)_\w+|up)\b(?:\{([^}]*)\})?/g)].map(
    ([, name = '', text = '']) => ({
      name,
      labels: pairs(text).map(([, label = '', operator = '', value = '']) => ({
        label,
        operator,
        value,
      })),
    }),
  );

const dashboard = JSON.parse(read('deploy/grafana/tillhouse.json')) as { panels: Panel[] };
const panels = dashboard.panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }): [string, string] => [title, expr]),
);
const rules = [
  ...read('deploy/prometheus/alerts.yml').matchAll(
    /- alert: (\w+)\n +expr: >-\n +(.*)\n +for: \d+m\n +labels: \{ severity: (?:page|ticket) \}/g,
  ),
].map(([, name = '', expr = '']): [string, string] => [name, expr]);

/** Labels that Prometheus itself adds. */
const FROM_PROMETHEUS = ['instance', 'job'];
/** Label values that need not have occurred. */
const MAY_BE_MISSING = ['status'];

function problemsOf(expr: string): string[] {
  const selectors = selectorsIn(expr);
  if (selectors.length === 0) return ['asks for nothing'];
  return selectors.flatMap(({ name, labels }) => {
    if (name === 'up') return [];
    const known = samples.filter(sample => sample.name === name);
    if (known.length === 0) return [`${name} does not exist`];
    return labels
      .filter(({ label }) => !FROM_PROMETHEUS.includes(label))
      .flatMap(({ label, operator, value }) => {
        const values = known.flatMap(sample => sample.labels[label] ?? []);
        if (values.length === 0) return [`${name} has no ${label}`];
        const pattern = new RegExp(`^(?:${value})$`);
        const isMet = values.some(one => (operator === '=~' ? pattern.test(one) : one === value));
        return isMet || MAY_BE_MISSING.includes(label) ? [] : [`${name} has no ${label}=${value}`];
      });
  });
}

describe('the dashboard', () => {
  it('has a query on every panel', () => {
    expect(panels.length).toBeGreaterThan(20);
  });

  it.each(panels)('queries only existing metrics: %s', (_title, expr) => {
    expect(problemsOf(expr)).toEqual([]);
  });

  it('shows every metric of the service', () => {
    const ours = new Set(samples.map(({ name }) => name.replace(/_(bucket|sum|count)$/, '')));
    const shown = panels.map(([, expr]) => expr).join();
    const missing = [...ours].filter(
      name => name.startsWith('tillhouse_') && !shown.includes(name),
    );
    expect(missing).toEqual([]);
  });
});

describe('the alerts', () => {
  it('are all parsed by this test', () => {
    const count = read('deploy/prometheus/alerts.yml').match(/- alert:/g)?.length;
    expect([rules.length, rules.length]).toEqual([count, new Set(rules.map(([n]) => n)).size]);
  });

  it.each(rules)('%s queries only existing metrics', (_name, expr) => {
    expect(problemsOf(expr)).toEqual([]);
  });

  it('each have instructions, and nothing else has', () => {
    const section = /^## When an alert fires\n([\s\S]*?)^## /m.exec(
      read('docs/operations.md'),
    )?.[1];
    const parts = [...(section ?? '').matchAll(/^### (\w+)\n\n(.+)/gm)];
    expect(parts.map(([, name]) => name)).toEqual(rules.map(([name]) => name));
    for (const [, name, instructions = ''] of parts)
      expect(instructions.length, name).toBeGreaterThan(80);
  });
});

it('counts the sales of the last five minutes by store', () => {
  const sales = samples.filter(({ name }) => name === 'tillhouse_recent_sales');
  expect(sales.flatMap(({ labels }) => labels.store ?? []).sort()).toEqual([
    'AIRPORT',
    'DOWNTOWN',
    'ZURICH',
  ]);
});
