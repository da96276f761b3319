export const bulkPayoutsRoutes = [] as const;
