import { expect, it } from 'vitest';
import { welcome } from '../../src/welcome.js';
import { testConfig } from '../support/config.js';

const banner = (env: Record<string, string>, address: string, port = 8_080): string =>
  welcome(
    { ...testConfig(env), demoData: false },
    {
      seconds: '1.0',
      embedded: false,
      bound: { address, port },
    },
  );

const lines = (text: string): string[] => text.split('\n').filter(line => line !== '');

it('shows the port that the system chose, and no public address of its own', () => {
  const [, listens, screens] = lines(banner({ PORT: '0' }, '127.0.0.1', 43_210));
  expect(listens).toBe('  Listens at     http://127.0.0.1:43210');
  expect(screens).toContain('  http://127.0.0.1:43210/app/register/');
});

it('says how a shop of one’s own starts beside the demo', () => {
  const start = (env: Record<string, string>): string =>
    welcome(
      { ...testConfig(env), demoData: true, databaseUrl: env.DATABASE_URL },
      { seconds: '1.0', embedded: true, bound: { address: '127.0.0.1', port: 8_080 } },
    );
  expect(lines(start({})).at(-1)).toBe(
    '  Your own shop  DATA_DIR=.my-shop DEMO_DATA=false npm start',
  );
  expect(lines(start({ DATABASE_URL: 'postgres://demo@localhost/demo' })).at(-1)).toBe(
    '  Your own shop  DATABASE_URL=postgres://… DEMO_DATA=false npm start',
  );
  expect(banner({}, '127.0.0.1')).not.toContain('Your own shop');
});

it('shows where it listens beside the public address', () => {
  const url = 'https://shop.example';
  const [, listens, shown, screens] = lines(banner({ PUBLIC_URL: url }, '0.0.0.0'));
  expect(listens).toBe('  Listens at     http://127.0.0.1:8080, on all addresses');
  expect(shown).toBe('  Public URL     https://shop.example');
  expect(screens).toContain('  https://shop.example/app/register/');
  const [, six] = lines(banner({ HOST: '::1' }, '::1'));
  expect(six).toBe('  Listens at     http://[::1]:8080');
});
