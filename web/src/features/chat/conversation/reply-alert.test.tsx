import { cleanup, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { componentTests, renderMemberPage } from '#app/testing/member-page.tsx'
import ReplyAlert from './reply-alert.tsx'

componentTests()
beforeEach(() => localStorage.clear())

type Permission = 'default' | 'granted' | 'denied'

/** A browser that can be notified. @param answer what the member says when the browser asks */
function openOffer({
  permission = 'default',
  answer = 'granted',
}: { permission?: Permission; answer?: Permission } = {}) {
  const sent: unknown[] = []
  const registration = {
    pushManager: {
      getSubscription: async () => null,
      subscribe: async () => ({ endpoint: 'https://push.example/1' }),
    },
  }
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', { permission, requestPermission: async () => answer })
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: async () => undefined, register: async () => registration, ready: registration },
  })
  const page = renderMemberPage(<ReplyAlert name="Ada" />, {
    answers: (what, body) => {
      if (what === 'GET /api/push/key') return { key: 'AAAA' }
      if (what !== 'POST /api/users/pushToken') return undefined
      sent.push(body)
      return {}
    },
  })
  return { ...page, sent }
}
const offer = () => screen.findByRole('button', { name: 'Turn on notifications' })
/** Long enough for an offer to have come. */
const settled = async () => {
  await vi.dynamicImportSettled()
  await new Promise((resolve) => setImmediate(resolve))
}

describe('the offer to say when the other replies', () => {
  it('turns notifications on for this device, says so, and does not come back', async () => {
    const { user, sent } = openOffer()
    await user.click(await offer())
    await screen.findByText(/Notifications are on for this device: we’ll let you know when Ada replies/)
    expect(sent).toEqual([{ pushToken: JSON.stringify({ endpoint: 'https://push.example/1' }) }])
    cleanup()
    openOffer()
    await settled()
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('says that they stay off if the browser refuses', async () => {
    const { user, sent } = openOffer({ answer: 'denied' })
    await user.click(await offer())
    await screen.findByText(/Notifications stay off/)
    expect(sent).toEqual([])
  })

  it('goes away for good with “Not now”', async () => {
    const { user } = openOffer()
    await offer()
    await user.click(screen.getByRole('button', { name: 'Not now' }))
    await waitFor(() => expect(screen.queryByRole('button')).toBeNull())
    cleanup()
    openOffer()
    await settled()
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('is made three times at most to a member who does not answer it', async () => {
    for (let time = 0; time < 3; time += 1) {
      openOffer()
      await offer()
      cleanup()
    }
    openOffer()
    await settled()
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('is not made where the browser has been refused before', async () => {
    openOffer({ permission: 'denied' })
    await settled()
    expect(screen.queryByRole('button')).toBeNull()
  })
})
