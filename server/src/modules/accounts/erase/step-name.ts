/** The steps in their order; `member`, the last one, deletes the row itself. */
export const stepNames = [
  'media',
  'conversations',
  'payments',
  'ledger',
  'reports',
  'address',
  'likesReceived',
  'others',
  'own',
  'member',
] as const
export type StepName = (typeof stepNames)[number]
