export { decideReview, reviewsIn, type Decision, type ModerationDeps } from './moderation.ts'
export { createReviews, type BrandTitles, type Reviews } from './reviews.ts'
