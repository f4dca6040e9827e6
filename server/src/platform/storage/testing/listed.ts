import type { Storage } from '#platform/storage.ts'

/** Everything in a storage, by key. */
export async function listed(storage: Storage): Promise<{ readonly key: string; readonly size: number }[]> {
  const found: { key: string; size: number }[] = []
  for await (const file of storage.list()) found.push(file)
  return found.sort((a, b) => (a.key < b.key ? -1 : 1))
}
