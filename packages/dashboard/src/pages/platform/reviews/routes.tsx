export const platformReviewsRoutes = [] as const;
