import type { Platform } from '../../../platform/platform.js';
import type { Staff } from '../../access/index.js';
import { checkMarks, detectKind } from '../detect-kind.js';
import { matchLocations } from '../foreign/match-locations.js';
import type { Upload } from '../read-upload.js';
import { requireKind } from '../require-kind.js';
import { isForeign } from '../sheets/sheet.js';
import { checkFile, type ImportRequest, readHeading } from './start-import.js';

/** Recognises the kind of an uploaded file and checks it before it is stored. */
export async function prepareImport(
  platform: Platform,
  caller: Staff,
  { content, fileName, kind: named, dryRun, store }: Upload,
): Promise<ImportRequest> {
  const heading = await readHeading(content);
  const kind = named ?? detectKind(heading);
  requireKind(caller, kind);
  if (isForeign(kind)) checkMarks(heading, kind);
  const request = { kind, content, fileName, dryRun };
  await checkFile(request);
  if (!isForeign(kind)) return request;
  const file = { kind, heading, content, store };
  return { ...request, ...(await matchLocations(platform, caller, file)) };
}
