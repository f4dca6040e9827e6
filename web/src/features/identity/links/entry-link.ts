import { decodeRed } from '@incontro/contract/red'
import { safePath } from '#app/visit/safe-path.ts'
import { mailOf } from '../signup/signup-form.ts'

/** The parameters of an email's link, each only if well formed (section 2). */
export interface EntryLink {
  /** Empty if the link contains no valid one. */
  readonly token: string
  /** The path on this site that the link leads to. */
  readonly target: string
  readonly clickid: string | undefined
  /** The recipient's address in the link. Our own links contain none, since URLs end up in histories and logs. */
  readonly mail: string | undefined
  /** What is wrong with the link, for the log; never its values. */
  readonly faults: readonly string[]
}

const shapeOf = { autologin: /^[A-Za-z0-9_-]{43}$/, invitation: /^[A-Za-z0-9+/_-]{43}=?$/ } as const

/** Invitations encode the token's `/` and `+` as `~` and `*`; a literal plus arrives as a space. */
const plain = (token: string) => token.replaceAll('~', '/').replaceAll('*', '+').replaceAll(' ', '+')

/** @param whither the target if the link contains none */
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
