import { decodeRed } from '@incontro/contract/red'
import { safePath } from '../../../app/visit/safe-path.ts'
import { mailOf } from '../signup/signup-form.ts'

/** What a link of an email brings along, each only when it is well formed (spec section 2). */
export interface EntryLink {
  /** Empty when the link has none of ours. */
  readonly token: string
  /** Where it leads on: a path of this site. */
  readonly target: string
  readonly clickid: string | undefined
  /** The address it says it was sent to. Our own links name none: an address in a link ends up in histories and logs. */
  readonly mail: string | undefined
  /** What is wrong with it, for the log: never what stood there. */
  readonly faults: readonly string[]
}

const shapeOf = { autologin: /^[A-Za-z0-9_-]{43}$/, invitation: /^[A-Za-z0-9+/_-]{43}=?$/ } as const

/** An invitation's token has its `/` and `+` written as `~` and `*`; a plus written by hand arrives as a space. */
const plain = (token: string) => token.replaceAll('~', '/').replaceAll('*', '+').replaceAll(' ', '+')

/** @param whither the target of a link that names none */
export const readEntryLink = (kind: keyof typeof shapeOf, search: string, whither = '/find'): EntryLink => {
  const query = new URLSearchParams(search)
  const given = query.get('token') ?? ''
  const token = kind === 'invitation' ? plain(given) : given
  const fits = shapeOf[kind].test(token)
  const red = query.get('red') ?? ''
  const led = red === '' ? { target: safePath(whither, '/find') } : decodeRed(red)
  const clickid = query.get('clickid') ?? ''
  return {
    token: fits ? token : '',
    target: 'target' in led ? led.target : '/find',
    clickid: /^[A-Za-z0-9._-]{1,64}$/.test(clickid) ? clickid : undefined,
    mail: mailOf(search) || undefined,
    faults: [
      ...(fits ? [] : [given === '' ? 'no token' : 'malformed token']),
      ...('fault' in led ? [`red: ${led.fault}`] : []),
    ],
  }
}
