import type { SignedIn } from '@incontro/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Site } from '../../platform/caller.ts'
import { Failure } from '../../platform/http/problem.ts'
import { sessionViewOf } from '../members/index.ts'
import type { IdentityDeps } from './deps.ts'
import { checkOrigin, handOut, tokenOf } from './session-door.ts'

/** What of a call the start of a session needs. */
export interface DoorCall { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly site: Site }

/** A fresh session for somebody who has just proved who they are, whichever way they came in; an older one of this browser ends. */
export async function welcome(deps: IdentityDeps, call: DoorCall, memberId: string): Promise<SignedIn> {
  checkOrigin(call.request, call.site)
  const at = deps.clock()
  const before = tokenOf(call.request)
  const { token, closed } = await deps.db.transaction().execute(async (tx) => {
    const closed = before?.from === 'cookie' ? await deps.sessions.close(tx, before.token) : undefined
    await tx.updateTable('members').set({ last_active_at: at }).where('id', '=', memberId).execute()
    const opened = await deps.sessions.open(tx, { memberId, brandId: call.site.brandId, device: call.request.headers['user-agent'] ?? '', at })
    return { token: opened.token, closed }
  })
  if (closed) deps.push.end(closed.memberId, closed.sessionId, 'session_ended')
  const view = await sessionViewOf(deps.db, deps, memberId)
  if (!view) throw new Failure(500)
  return { ...view, result: true, login: true, ...handOut(call.request, call.reply, token) }
}
