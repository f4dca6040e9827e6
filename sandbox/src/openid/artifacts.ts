import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider'
import type { Collection } from '../collection.ts'

/** A record that the provider keeps between requests: a sign-in in progress, a code, a grant or a token. */
export interface OpenIdArtifact {
  /** `<kind>:<id>` */
  readonly id: string
  readonly payload: AdapterPayload
  /** Milliseconds since 1970. */
  readonly endsAt: number
}

/** Stores the provider's artifacts in a bounded collection on disk, like all other records of the sandbox. */
export function artifactStore(records: Collection<OpenIdArtifact>): AdapterFactory {
  const alive = (record: OpenIdArtifact | undefined) => (record && record.endsAt > Date.now() ? record : undefined)
  const end = (record: OpenIdArtifact | undefined) => {
    if (record) records.put({ id: record.id, payload: {}, endsAt: 0 })
  }
  return (kind): Adapter => {
    const get = (id: string) => alive(records.get(`${kind}:${id}`))
    return {
      async upsert(id, payload, expiresIn) {
        records.put({ id: `${kind}:${id}`, payload, endsAt: Date.now() + (expiresIn ?? 3600) * 1000 })
      },
      find: async (id) => get(id)?.payload,
      findByUid: async (uid) =>
        records.all().find((record) => record.id.startsWith(`${kind}:`) && record.payload.uid === uid && alive(record))
          ?.payload,
      findByUserCode: async () => undefined, // the device flow is not supported
      async consume(id) {
        const record = get(id)
        if (record) records.put({ ...record, payload: { ...record.payload, consumed: Math.floor(Date.now() / 1000) } })
      },
      destroy: async (id) => end(get(id)),
      async revokeByGrantId(grantId) {
        for (const record of records.all()) if (record.payload.grantId === grantId) end(record)
      },
    }
  }
}
