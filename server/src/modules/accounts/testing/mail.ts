import { vi } from 'vitest'
import type { TestServer } from '#test/support/test-server.ts'

interface Mail {
  readonly subject: string
  readonly text: string
  readonly links: readonly string[]
}

export const mailsTo = async (testServer: TestServer, address: string): Promise<Mail[]> =>
  (await (await fetch(`${testServer.sandbox.origin}/mail?to=${encodeURIComponent(address)}`)).json()) as Mail[]

/** Waits for the newest mail to an address that contains a link to the page. */
export async function mailWith(testServer: TestServer, address: string, page: string): Promise<Mail> {
  return vi.waitFor(
    async () => {
      const mail = (await mailsTo(testServer, address)).find(({ links }) =>
        links.some((link) => new URL(link).pathname === page),
      )
      if (!mail) throw new Error(`no mail to ${address} leads to ${page}`)
      return mail
    },
    { timeout: 10_000, interval: 50 },
  )
}

/** The token of that link. */
export async function tokenTo(testServer: TestServer, address: string, page: string): Promise<string> {
  const { links } = await mailWith(testServer, address, page)
  return new URL(links.find((link) => new URL(link).pathname === page) ?? '').searchParams.get('token') ?? ''
}
