import type { Reader } from '../../platform/database/tx.js';
import { invalidField, notFound } from '../../platform/http/failure.js';
import { maySee, type Staff } from '../access/index.js';
import { type ParLevel, parLevelById } from './par-repository.js';
import { type Zone, zoneById } from './repository.js';

export async function visibleZone(reader: Reader, caller: Staff, id: string): Promise<Zone> {
  const zone = await zoneById(reader, id);
  if (zone === undefined || !maySee(caller, zone.store_id)) throw notFound('Zone');
  return zone;
}

/** Resolves the zone in a request body; inaccessible zones count as unknown. */
export async function resolveZone(reader: Reader, caller: Staff, id: string): Promise<string> {
  const zone = await zoneById(reader, id);
  if (zone !== undefined && maySee(caller, zone.store_id)) return zone.id;
  throw invalidField('zone', 'There is no such zone.');
}

export async function visibleParLevel(
  reader: Reader,
  caller: Staff,
  id: string,
): Promise<ParLevel> {
  const level = await parLevelById(reader, id);
  if (level === undefined || !maySee(caller, level.store_id)) throw notFound('Par level');
  return level;
}
