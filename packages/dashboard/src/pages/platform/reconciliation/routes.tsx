export const platformReconciliationRoutes = [] as const;
