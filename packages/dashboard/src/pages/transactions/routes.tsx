export const transactionsRoutes = [] as const;
