export const platformClientsRoutes = [] as const;
