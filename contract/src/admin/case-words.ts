/** What a moderator decides about. */
export const caseKinds = [
  'report',
  'photo',
  'verification',
  'review',
  'name',
  'text',
  'profile',
  'appeal',
  'sample',
] as const
