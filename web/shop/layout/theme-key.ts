export const themeKey = (storeId: string) => ['theme', storeId] as const;
