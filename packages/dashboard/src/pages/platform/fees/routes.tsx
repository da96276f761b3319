export const platformFeesRoutes = [] as const;
