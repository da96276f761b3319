export const approvalsRoutes = [] as const;
