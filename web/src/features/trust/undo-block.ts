import type { QueryClient } from '@tanstack/react-query'
import { api as ours } from '#app/api/api.ts'
import { applyBlock } from './blocked-members.ts'

/** Ends a block. If that fails, the page goes on leaving the member out. @returns whether the block ended */
export async function undoBlock(client: QueryClient, memberId: string, api = ours): Promise<boolean> {
  try {
    await api('DELETE /api/block/:angelId', { params: { memberId } })
  } catch {
    // The caller informs the member. The block stays, and the profile's block list can remove it, too.
    return false
  }
  await applyBlock(client, memberId, false)
  return true
}
