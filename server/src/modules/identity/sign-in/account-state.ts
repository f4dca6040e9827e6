import { Failure } from '#platform/http/problem.ts'

/**
 * Checks that an authenticated member's account is open.
 * @throws Failure 403 `utente_disabilitato`, or `deletion_pending` while a deletion can still be cancelled
 */
export function mustBeOpen(member: { readonly state: string; readonly deletion_due_at: Date | null }): void {
  if (member.state === 'active') return
  if (member.deletion_due_at) {
    throw new Failure(403, 'deletion_pending', {
      message: `This account is erased on ${member.deletion_due_at.toISOString()}: POST /api/users/cancelDeletion to keep it`,
    })
  }
  throw new Failure(403, 'utente_disabilitato', { message: 'This account is disabled, write to support' })
}
