import { useQueryClient } from '@tanstack/react-query'
import { useSocketEvent } from '#app/session/socket.tsx'
import { applyBlock } from './blocked-members.ts'

/** Applies to this page what the member blocked or unblocked in another one. */
export const LiveBlocks = () => {
  const client = useQueryClient()
  useSocketEvent('block', ({ memberId, blocked }) => void applyBlock(client, memberId, blocked))
  return null
}
