import { Resolver } from 'node:dns/promises'
import { checkSender, type Finding, type ReportMailbox, type TextsOf } from '#modules/outreach/index.ts'
import type { Brands } from '#modules/brands/index.ts'
import type { Dkim, Mailer } from '#platform/mail/mail.ts'
import { createImap } from '#providers/imap/index.ts'
import type { ServerConfig } from '#src/config.ts'
import type { CommandResult } from './command-result.ts'

export interface CheckDeps {
  readonly brands: Pick<Brands, 'list'>
  readonly mailer: Pick<Mailer, 'check'>
  readonly dkim: Dkim | undefined
  readonly reports: { readonly mailbox: Pick<ReportMailbox, 'check'>; readonly address: string } | undefined
  readonly textsOf: TextsOf
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase()
const marks = { ok: 'ok   ', look: 'look ', wrong: 'WRONG' } as const

/** Signs in to the relay and the mailbox for reports, and looks up what mail servers look up about each sender. */
export async function checkMail(deps: CheckDeps): Promise<CommandResult & { readonly found: readonly Finding[] }> {
  const found: Finding[] = [await tried('the relay takes our sign-in', () => deps.mailer.check())]
  const { reports } = deps
  found.push(
    reports
      ? await tried(`the mailbox for reports of ${reports.address} opens`, () => reports.mailbox.check())
      : { state: 'look', says: 'no mailbox for reports: bounces are only known from the relay and the provider' },
  )
  for (const domain of new Set(deps.brands.list.map(({ mail }) => domainOf(mail.address))))
    found.push(
      ...(await checkSender({
        domain,
        returnDomain: reports ? domainOf(reports.address) : domain,
        dkim: deps.dkim,
        textsOf: deps.textsOf,
      })),
    )
  return { ok: !found.some(({ state }) => state === 'wrong'), lines: findingLines(found), found }
}

export const findingLines = (found: readonly Finding[]): string[] =>
  found.map(({ state, says }) => `${marks[state]} ${says}`)

/** The mailbox to which other mail servers report, if there is one. */
export const reportMailboxOf = ({ mailReports }: Pick<ServerConfig, 'mailReports'>): CheckDeps['reports'] =>
  mailReports && { mailbox: createImap(mailReports), address: mailReports.address }

async function tried(says: string, work: () => Promise<void>): Promise<Finding> {
  try {
    await work()
    return { state: 'ok', says }
  } catch (error) {
    return { state: 'wrong', says: error instanceof Error ? error.message : String(error) }
  }
}

/** Texts of a name, by the name servers of this machine; none for a name that is not there. */
export function textsByDns(): TextsOf {
  const resolver = new Resolver({ timeout: 3000, tries: 2 })
  return async (name) => {
    try {
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'ENOTFOUND' || code === 'ENODATA') return []
      throw error
    }
  }
}
