import { Trans } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { useToast } from '#components/feedback/toast.tsx'
import { useReloadWhenIdle } from './reload-when-idle.ts'
import { useSession } from './session.tsx'
import { useSocket, useSocketEvent, useSocketStatus } from './socket.tsx'

/** After a restart, pages reload spread over this time; until then they work with the connection that is back. */
const reloadWithinMs = 60_000

/**
 * Introduces the page to the server on every connection. If the server has another version of the pages, offers to
 * reload; after a restart of the server, reloads as soon as nothing is lost by it.
 */
export const LiveVersion = () => {
  const { emit } = useSocket()
  const status = useSocketStatus()
  const { clickid } = useSession().session
  const toast = useToast()
  const reload = useReloadWhenIdle()
  const isRestarting = useRef(false)
  useEffect(() => {
    if (status !== 'online') return
    if (isRestarting.current) return reload(reloadWithinMs)
    const softwareVersion = window.__reactRouterManifest?.version
    void emit('clickid', { clickid, ...(softwareVersion !== undefined && { softwareVersion }) })
    void emit('brain', { trackerId: clickid, requestOrigin: 'online' })
  }, [status, emit, clickid, reload])
  useSocketEvent('restart', () => {
    isRestarting.current = true
  })
  useSocketEvent('softwareVersion', ({ softwareVersion, reload: isRequired }) => {
    if (softwareVersion === window.__reactRouterManifest?.version) return
    if (isRequired) return reload(reloadWithinMs)
    toast({
      text: <Trans>There’s a newer version of this page.</Trans>,
      action: { label: <Trans>Reload</Trans>, onAction: () => location.reload() },
      stays: true,
    })
  })
  return null
}
