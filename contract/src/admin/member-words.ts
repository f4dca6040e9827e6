/** How an account stands. */
export const accountStates = ['active', 'deactivated', 'suspended', 'deleting', 'deleted'] as const
export type AccountState = (typeof accountStates)[number]

/** What the log of an account says. */
export const accountChanges = [
  'deactivated',
  'suspended',
  'reactivated',
  'deletion_asked',
  'deletion_called_off',
  'email_changed',
  'email_change_undone',
  'credits_granted',
  'absence_reminded',
  'ended_by_absence',
] as const
export type AccountChange = (typeof accountChanges)[number]

export const photoStates = ['pending', 'approved', 'refused'] as const
export type PhotoState = (typeof photoStates)[number]

export const reportStates = ['open', 'upheld', 'dismissed', 'gone'] as const
export type ReportState = (typeof reportStates)[number]
