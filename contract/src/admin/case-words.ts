/** What a moderator decides about. */
export const caseKinds = ['report', 'photo', 'verification', 'review', 'profile', 'appeal', 'sample'] as const
