export const handsetRoutes = [] as const;
