export { createReviews, type BrandTitles, type Reviews } from './reviews.ts'
