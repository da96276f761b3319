export const moneyRoutes = [] as const;
