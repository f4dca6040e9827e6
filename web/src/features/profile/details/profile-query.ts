import type { ReplyOf } from '../../../app/api/api.ts'

/** The member's own profile as the form edits it. */
export type OwnProfile = ReplyOf<'GET /api/users/profile/:trackerId'>

export const profileKey = ['profile'] as const
