export const platformPeopleRoutes = [] as const;
