export const platformAuditLogRoutes = [] as const;
