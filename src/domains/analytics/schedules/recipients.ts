import type { Reader } from '../../../platform/database/tx.js';
import type { Platform } from '../../../platform/platform.js';
import { can, seesCosts } from '../../access/index.js';
import { type User, userByEmployeeRef, usersById, worksAt } from '../../people/index.js';
import { allStores, type ListedStore } from '../../stores/index.js';

/** The stores of a schedule that the person may see; none without the right to read reports. */
export function storesFor(person: User, stores: readonly ListedStore[]): readonly ListedStore[] {
  const mayRead =
    person.is_active && can({ role: person.role, ownRole: person.own_role }, 'report.read');
  return mayRead ? stores.filter(store => worksAt(person, store.id)) : [];
}

/** Whether the mail to the person has costs. */
export const readsCosts = (person: User): boolean =>
  seesCosts({ role: person.role, ownRole: person.own_role });

/** The stores a schedule is about: its own, or every one. */
export const storesOfSchedule = async (
  platform: Platform,
  storeId: string | null,
): Promise<readonly ListedStore[]> => {
  const stores = await allStores(platform);
  return storeId === null ? stores : stores.filter(store => store.id === storeId);
};

/** People by id or employee number, each once; undefined if one of them does not exist. */
export async function peopleByRefs(
  reader: Reader,
  refs: readonly string[],
): Promise<User[] | undefined> {
  const people = new Map<string, User>();
  for (const ref of refs) {
    const person = await userByEmployeeRef(reader, ref);
    if (person === undefined) return undefined;
    people.set(person.id, person);
  }
  return [...people.values()];
}

export const recipientsOf = (reader: Reader, ids: readonly string[]): Promise<User[]> =>
  usersById(reader, ids);
