export const platformOperatorsRoutes = [] as const;
