import { forbidden } from '../../platform/http/failure.js';
import { appliesToChain, can, canInChain, type Staff } from '../access/index.js';
import type { ImportKind } from './sheets/sheet.js';

/** Files of stock are for managers of the stores; all others change what every store sells. */
export function requireKind(caller: Staff, kind: ImportKind): void {
  if (kind !== 'inventory_levels') {
    if (!canInChain(caller, 'catalog.chain')) throw appliesToChain();
  } else if (!can(caller, 'stock.adjust')) {
    throw forbidden('Your role may not change stock.', 'PERMISSION_DENIED');
  }
}
