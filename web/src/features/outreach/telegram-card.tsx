import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { TelegramEnd } from '@incontro/contract'
import { useCallback, useEffect, useState } from 'react'
import { Form } from 'react-router'
import { api, type ReplyOf } from '#app/api/api.ts'
import { TimeAgo } from '#app/i18n/time-ago.tsx'
import { Button, ButtonLink } from '#components/buttons/button.tsx'
import { Card } from '#components/layout/card.tsx'
import text from '#styles/text.module.css'
import styles from './notifications.module.css'

type Link = ReplyOf<'GET /api/telegram/link'>

const ends: Readonly<Record<TelegramEnd, MessageDescriptor>> = {
  stopped: msg`You ended it with /stop in Telegram.`,
  blocked: msg`You blocked the bot in Telegram, so we can’t write to you there.`,
  gone: msg`The conversation in Telegram no longer exists.`,
  taken: msg`The conversation in Telegram was connected to another account.`,
  removed: msg`You disconnected it.`,
}

/** The member’s chat with the brand’s bot. */
export const TelegramCard = () => {
  const { i18n } = useLingui()
  const [link, setLink] = useState<Link | null>(null)
  const [url, setUrl] = useState<string | null>(null)
  const [failed, setFailed] = useState(false)
  const load = useCallback(async () => {
    try {
      setLink(await api('GET /api/telegram/link', {}))
    } catch {
      // Said in the card.
      setFailed(true)
    }
  }, [])
  useEffect(() => {
    void load()
  }, [load])
  useEffect(() => {
    // They come back from Telegram.
    const look = () => {
      if (document.visibilityState === 'visible') void load()
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [load])
  const isOn = link !== null && link.since !== null
  const waits = url !== null && !isOn
  useEffect(() => {
    if (!waits) return
    const timer = setInterval(() => void load(), 4000)
    return () => clearInterval(timer)
  }, [load, waits])
  const act = (work: () => Promise<unknown>) => () => {
    setFailed(false)
    work()
      .then(load)
      // Said in the card.
      .catch(() => setFailed(true))
  }
  const connect = act(async () => setUrl((await api('POST /api/telegram/link', {})).url))
  return (
    <Card className={styles.card}>
      <h2 className={text.h3}>Telegram</h2>
      {link && !isOn && (
        <p className={text.muted}>
          {link.ended && !url && <>{i18n._(ends[link.ended])} </>}
          <Trans>
            Our bot writes to you in a conversation of its own. Its name is in your list there, where others may see it.
          </Trans>
        </p>
      )}
      {link && !isOn && url === null && (
        <Button variant="sec" size="sm" onClick={connect}>
          <Trans>Connect Telegram</Trans>
        </Button>
      )}
      {waits && (
        <>
          <ButtonLink href={url} reload newTab size="sm">
            <Trans>Open the bot and press Start</Trans>
          </ButtonLink>
          <p className={text.muted}>
            <Trans>The link works once, for ten minutes. Don’t pass it on.</Trans>
          </p>
          <Button variant="ghost" size="sm" onClick={connect}>
            <Trans>Make a new link</Trans>
          </Button>
        </>
      )}
      {isOn && link.since !== null && (
        <>
          <p className={text.muted}>
            {link.lastOkAt === null ? (
              <Trans>
                On <TimeAgo time={link.since} />
              </Trans>
            ) : (
              <Trans>
                Last notified <TimeAgo time={link.lastOkAt} />
              </Trans>
            )}
          </p>
          <div className={styles.buttons}>
            <Form method="post" preventScrollReset>
              <input type="hidden" name="intent" value="test" />
              <Button type="submit" name="channel" value="telegram" variant="sec" size="sm">
                <Trans>Send a test to Telegram</Trans>
              </Button>
            </Form>
            <Button
              variant="ghost"
              size="sm"
              onClick={act(async () => {
                await api('DELETE /api/telegram/link', {})
                setUrl(null)
              })}
            >
              <Trans>Disconnect Telegram</Trans>
            </Button>
          </div>
        </>
      )}
      <p role="status" className={text.muted}>
        {failed && <Trans>That didn’t work. Try again shortly.</Trans>}
      </p>
    </Card>
  )
}
