export { createReviews, type BrandTitles, type Reviews } from './reviews.ts'
export { recordVerdict, reviewsIn, type WaitingReview } from './verdict.ts'
