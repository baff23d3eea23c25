import type { Platform } from '../../../platform/platform.js';
import type { Write } from '../connectors/connector.js';
import type { Kind } from '../documents/kind.js';
import { checkReferences, OutboundReferenceShapeError } from '../documents/reference-shape.js';

type Enforcement = { enforceReferenceShapes?: boolean };

/** Throws when a document has a malformed reference; logs minor problems. */
export function requireReferenceShapes(platform: Platform, kind: Kind, write: Write): void {
  if (write.operation === 'delete') return;
  const names = kind.fields.filter(field => field.refersTo !== undefined).map(({ name }) => name);
  const { errors, advice } = checkReferences(write.fields, new Set(names));
  const { enforceReferenceShapes: isEnforced = true } = platform.config.cms as Enforcement;
  if (errors.length > 0 && isEnforced) throw new OutboundReferenceShapeError(write.id, errors);
  const findings = [...errors, ...advice];
  if (findings.length > 0) {
    platform.log.warn({ document: write.id, findings }, 'document has questionable references');
  }
}
