export { Reviews } from './page/reviews.tsx'
export { ReviewInvite } from './write/review-invite.tsx'
