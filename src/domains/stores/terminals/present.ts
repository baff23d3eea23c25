import type { Terminal } from './repository.js';

export const presentTerminal = (terminal: Terminal, storeId: string) => ({
  id: terminal.id,
  store_id: storeId,
  name: terminal.name,
  is_active: terminal.is_active,
  reader_id: terminal.reader_id,
  last_seen_at: terminal.last_seen_at?.toISOString() ?? null,
});
