import { describe, expect, it } from 'vitest';
import { parseDatabaseUrl, withDatabase } from '../../src/platform/database/database-url.js';

describe('the URL of a database', () => {
  it('stays as it is with one host', () => {
    for (const url of [
      'postgres://user:p%40ss@db.example/shop?sslmode=require',
      'postgres://tillhouse:x@/postgres?host=/run/socket&port=1',
      'postgresql://[::1]:5433/shop?target_session_attrs=any',
    ]) {
      expect(parseDatabaseUrl(url)).toEqual({ url, hosts: [], attrs: 'any' });
    }
  });

  it('names several hosts, each with its port, and the sessions they must accept', () => {
    const url =
      'postgres://user:p%40ss@db-1,db-2:5433,[::1]:5434/shop?target_session_attrs=read-write&sslmode=require';
    expect(parseDatabaseUrl(url)).toEqual({
      url: 'postgres://user:p%40ss@db-1/shop?sslmode=require',
      hosts: [
        { host: 'db-1', port: 5432 },
        { host: 'db-2', port: 5433 },
        { host: '::1', port: 5434 },
      ],
      attrs: 'read-write',
    });
    expect(parseDatabaseUrl('postgres://a/shop?target_session_attrs=primary')).toEqual({
      url: 'postgres://a/shop',
      hosts: [{ host: 'a', port: 5432 }],
      attrs: 'primary',
    });
  });

  it('leads to the host of a list that accepts writes, unless it or its reader says otherwise', () => {
    const list = 'postgres://a,b/shop';
    expect(parseDatabaseUrl(list).attrs).toBe('read-write');
    expect(parseDatabaseUrl(`${list}?target_session_attrs=any`).attrs).toBe('any');
    expect(parseDatabaseUrl(list, 'any').attrs).toBe('any');
    expect(parseDatabaseUrl(`${list}?target_session_attrs=prefer-standby`, 'any').attrs).toBe(
      'prefer-standby',
    );
  });

  it.each([
    ['postgres://a,b/shop?target_session_attrs=writable', /target_session_attrs must be one of/],
    ['postgres://a,,b/shop', /"" is not a host/],
    ['postgres://a:0,b/shop', /"a:0" is not a host/],
    ['postgres://a:70000,b/shop', /"a:70000" is not a host/],
    ['postgres://a:x,b/shop', /"a:x" is not a host/],
  ])('refuses %s', (url, problem) => {
    expect(() => parseDatabaseUrl(url)).toThrow(problem);
  });

  it('leads to another database of the same hosts', () => {
    expect(withDatabase('postgres://u:p@a:1,b:2/shop?sslmode=require', 'scratch')).toBe(
      'postgres://u:p@a:1,b:2/scratch?sslmode=require',
    );
    expect(withDatabase('postgres://a', 'scratch')).toBe('postgres://a/scratch');
    expect(withDatabase('postgres://u@/shop?host=/run', 'scratch')).toBe(
      'postgres://u@/scratch?host=/run',
    );
  });
});
