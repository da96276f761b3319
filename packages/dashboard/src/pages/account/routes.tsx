export const accountRoutes = [] as const;
