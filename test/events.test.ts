import { describe, expect, it } from 'vitest';
import { events } from '../src/domains/event-map.js';
import { allStoresGranted } from '../src/domains/people/events.js';
import { newId } from '../src/platform/ids.js';
import { outboxRow } from '../src/platform/work/events/outbox.js';
import { EVENTS_FILE, eventsPage } from '../tools/generate-events.js';
import { takeViolations } from './support/check-events.js';
import { importsOf, read, sourcesBelow } from './support/sources.js';

describe('the event map', () => {
  it('has every defined event, each name once', () => {
    const defined = sourcesBelow('src/domains')
      .flatMap(path => [...read(path).matchAll(/defineEvent\(\s*'([a-z_.]+)'/g)])
      .map(([, name]) => name);
    const names = events.map(({ event }) => event);
    expect(names.length).toBeGreaterThan(60);
    expect([...names].sort()).toEqual(defined.sort());
    expect(new Set(names).size).toBe(names.length);
  });

  it('is imported only where every event is handled alike', () => {
    const importers = sourcesBelow('src')
      .flatMap(importsOf)
      .filter(({ to }) => to === 'src/domains/event-map.ts')
      .map(({ from }) => from.replace(/^(src\/domains\/\w+)\/.*$/, '$1'));
    expect([...new Set(importers)].sort()).toEqual([
      'src/asyncapi.ts',
      'src/domains/content',
      'src/domains/subscriptions',
    ]);
  });

  it('is described in docs/events.md', () => {
    expect(read(EVENTS_FILE) === eventsPage(read(EVENTS_FILE)), 'run npm run generate:events').toBe(
      true,
    );
  });
});

describe('the event check of the tests', () => {
  it('refuses data that does not fit the schema', () => {
    expect(() => outboxRow(allStoresGranted({ id: 'nobody' }, newId()))).toThrow(
      'user.all_stores_granted/id must match format "uuid"',
    );
    expect(takeViolations()).toHaveLength(1);
  });

  it('refuses keys that the schema does not declare', () => {
    const event = allStoresGranted({ id: newId() }, newId());
    Object.assign(event.data, { because: 'asked' });
    expect(() => outboxRow(event)).toThrow('must NOT have additional properties');
    expect(takeViolations()).toHaveLength(1);
  });
});
