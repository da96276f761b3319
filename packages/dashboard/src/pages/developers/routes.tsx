export const developersRoutes = [] as const;
