export const platformLedgerRoutes = [] as const;
