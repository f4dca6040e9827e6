import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { apiOver } from '#app/api/api.ts'
import { applyBlock } from './blocked-members.ts'
import { undoBlock } from './undo-block.ts'

it.each([
  ['succeeds', async () => Response.json({ result: 'OK' }), true],
  ['is refused', async () => Response.json({}, { status: 503 }), false],
  ['does not arrive', () => Promise.reject(new TypeError('network')), false],
] as const)('when ending a block %s, the page shows the member accordingly', async (_how, reply, ended) => {
  const client = new QueryClient()
  await applyBlock(client, 'livia', true)
  client.setQueryData(['deck'], ['ornella'])
  const asked: unknown[] = []
  const api = apiOver((path, init) => {
    asked.push([init?.method, path])
    return reply()
  })
  expect(await undoBlock(client, 'livia', api)).toBe(ended)
  expect(asked).toEqual([['DELETE', '/api/block/livia']])
  expect(client.getQueryData(['blocksHere'])).toEqual({ livia: !ended })
  // Only then is what the page shows fetched again.
  expect(client.getQueryState(['deck'])?.isInvalidated).toBe(ended)
})
