export const platformApprovalsRoutes = [] as const;
