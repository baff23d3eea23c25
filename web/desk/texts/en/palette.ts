export const palette = {
  'palette.open': 'Search',
  'palette.open.keys': 'Search (Ctrl+K)',
  'palette.search': 'Page, sale, product or customer',
  'palette.results': 'Search results',
  'palette.pages': 'Pages',
  'palette.none': 'Nothing found. Sales are found by their number.',
  'palette.hint': '↑ ↓ to choose, Enter to open, Esc to close',
} as const;
