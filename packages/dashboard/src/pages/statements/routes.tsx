export const statementsRoutes = [] as const;
