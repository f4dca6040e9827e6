export { createReviews, type BrandTitles, type Reviews } from './reviews.ts'
export { isRefused, recordVerdict, reviewsIn, type WaitingReview } from './verdict.ts'
