import '../support/till-device.js';
import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => vi.resetModules());

/** Each tab loads the code anew and shares localStorage with the others. */
const openTab = async () => {
  vi.resetModules();
  return import('../../web/register/state/touches.js');
};

it('counts a touch in any tab of the till', async () => {
  const [first, second] = [await openTab(), await openTab()];
  first.noteTouch(10_000);
  second.noteTouch(12_000);
  expect([first.lastTouchMs(), second.lastTouchMs()]).toEqual([12_000, 12_000]);
  first.noteTouch(70_000);
  expect(second.lastTouchMs()).toBe(70_000);
});

it('writes touches in a row once, and goes on without space on the disk', async () => {
  const tab = await openTab();
  const { setItem } = localStorage;
  let written = 0;
  localStorage.setItem = (name, text) => {
    written += 1;
    setItem(name, text);
  };
  for (let ms = 100_000; ms < 101_000; ms += 100) tab.noteTouch(ms);
  expect(written).toBe(1);
  localStorage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  tab.noteTouch(200_000);
  localStorage.setItem = setItem;
  expect(tab.lastTouchMs()).toBe(200_000);
});
