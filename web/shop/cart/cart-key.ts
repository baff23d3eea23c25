export const cartKey = (id: string | null | undefined) => ['cart', id ?? null] as const;
