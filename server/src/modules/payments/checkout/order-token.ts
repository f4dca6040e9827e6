import { routes } from '@incontro/contract'
import type { Executor } from '#platform/database/database.ts'
import { own, type Http } from '#platform/http/bind.ts'
import { Failure } from '#platform/http/problem.ts'
import { newToken, type Keys } from '#platform/ids.ts'
import { seal, unseal } from '#platform/secrets/seal.ts'
import { useOnce } from '#platform/secrets/single-use.ts'
import type { PaymentDeps } from '../deps.ts'

const validMs = 10 * 60_000

type Owner = { readonly memberId: string; readonly brandId: string }

interface OrderToken extends Owner {
  readonly kind: 'order token'
  /** Names the token: its sealed text can be encoded in several ways. */
  readonly id: string
  readonly expiresAt: string
}

/** Issues a token for one order. Nothing is stored until it is used. */
export function createTokenRoute(http: Http, deps: PaymentDeps): void {
  http.bind(
    routes.createToken,
    async ({ member, body }) => {
      own(member, body.clickid)
      const { memberId, brandId } = member
      const expiresAt = new Date(deps.clock().getTime() + validMs).toISOString()
      const token: OrderToken = { kind: 'order token', id: newToken(), memberId, brandId, expiresAt }
      return { token: seal(deps.sealKeys, JSON.stringify(token)), expiresAt }
    },
    { limit: { max: 60, timeWindow: 60_000 } },
  )
}

/** Uses up the token of an order. @throws Failure 400 `invalid_token` unless it is the member's, valid and unused */
export async function useOrderToken(
  tx: Executor,
  { sealKeys, clock }: Pick<PaymentDeps, 'sealKeys' | 'clock'>,
  sealed: string,
  { memberId, brandId }: Owner,
): Promise<void> {
  const token = open(sealKeys, sealed)
  const expiresAt = new Date(token?.expiresAt ?? 0)
  const isTheirs = token?.memberId === memberId && token.brandId === brandId && expiresAt > clock()
  if (!isTheirs || !(await useOnce(tx, 'order', token.id, expiresAt)))
    throw new Failure(400, 'invalid_token', {
      field: 'token',
      message: 'This token is not valid any more: ask /pay/orders/createToken for another',
    })
}

function open(keys: Keys, sealed: string): OrderToken | undefined {
  try {
    const opened = JSON.parse(unseal(keys, sealed)) as OrderToken | { readonly kind?: undefined }
    return opened.kind === 'order token' ? opened : undefined
  } catch {
    // Not sealed by us, which the caller reports like an expired token.
    return undefined
  }
}
