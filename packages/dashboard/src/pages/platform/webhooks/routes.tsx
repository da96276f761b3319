export const platformWebhooksRoutes = [] as const;
