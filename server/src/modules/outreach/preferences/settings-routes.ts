import { type NotificationSettings, routes } from '@incontro/contract'
import type { Principal } from '#platform/caller.ts'
import type { Http } from '#platform/http/bind.ts'
import { Failure } from '#platform/http/problem.ts'
import type { Keys } from '#platform/ids.ts'
import { receiverOf } from '../rules/receiver.ts'
import { sentTo } from './sent.ts'
import { changeSettings, type SettingsDeps, settingsOf } from './settings.ts'
import { readSettingsToken } from './settings-link.ts'

export interface SettingsRouteDeps extends SettingsDeps {
  readonly settingsKeys: Keys
}

/** Whose settings a request is about. */
interface Whose {
  readonly memberId: string
  readonly by: NotificationSettings['by']
}

const refused = (): Failure => new Failure(401, undefined, { message: 'Use the link of the last email, or sign in' })

/** Routes to see and change what a member is notified of. */
export function settingsRoutes(http: Http, deps: SettingsRouteDeps): void {
  /** @throws 401 without a session, or with a link that is forged, old, of another brand or of a former address */
  const whose = async (
    token: string | undefined,
    member: Principal | null,
    { brandId }: { readonly brandId: string },
  ): Promise<Whose> => {
    if (token === undefined) {
      if (!member) throw refused()
      return { memberId: member.memberId, by: 'session' }
    }
    const holder = readSettingsToken(deps.settingsKeys, token, deps.clock())
    if (!holder || holder.brandId !== brandId) throw refused()
    if (member?.memberId === holder.memberId) return { memberId: holder.memberId, by: 'session' }
    const receiver = await receiverOf(deps.db, holder.memberId)
    if (!receiver || receiver.to.brandId !== brandId || !holder.isFor(receiver.to.email)) throw refused()
    return { memberId: holder.memberId, by: 'link' }
  }
  const shown = (by: Whose['by'], settings: Omit<NotificationSettings, 'by'> | undefined): NotificationSettings => {
    if (!settings) throw refused()
    return { by, ...settings }
  }

  http.bind(routes.notificationSettings, async ({ query: { token }, member, site }) => {
    const { memberId, by } = await whose(token, member, site)
    return shown(by, await settingsOf(deps.db, deps, memberId))
  })
  http.bind(routes.changeNotificationSettings, async ({ body: { token, ...change }, member, site }) => {
    const { memberId, by } = await whose(token, member, site)
    return shown(by, await changeSettings(deps, memberId, by === 'link' ? 'link' : 'member', change))
  })
  http.bind(routes.sentNotifications, async ({ member }) => ({ sent: await sentTo(deps.db, member.memberId) }))
  http.bind(
    routes.testNotification,
    async ({ body: { channel }, member }) => ({
      id: await deps.db.transaction().execute(async (tx) => {
        const receiver = await receiverOf(tx, member.memberId)
        const port = deps.channels[channel]
        if (!receiver || !(await port.reaches(tx, receiver.to)))
          throw new Failure(409, undefined, {
            field: 'channel',
            message: 'It does not reach you: confirm your address, or turn the channel on at a device',
          })
        return port.queue(tx, { to: receiver.to, event: 'test', otherId: null, at: deps.clock() })
      }),
    }),
    { limit: { max: 5, timeWindow: 60_000 } },
  )
}
