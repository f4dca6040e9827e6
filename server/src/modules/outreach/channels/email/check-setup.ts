import { createPrivateKey, createPublicKey } from 'node:crypto'

/** What a look-up of a name's texts (TXT records) finds; each text joined from its parts. */
export type TextsOf = (name: string) => Promise<readonly string[]>

export interface Finding {
  readonly state: 'ok' | 'look' | 'wrong'
  readonly says: string
}

export interface SetupToCheck {
  /** Of the sender's address. */
  readonly domain: string
  /** Of the return path: the mailbox for reports, or the sender's. */
  readonly returnDomain: string
  readonly dkim: { readonly selector: string; readonly privateKey: string } | undefined
  readonly textsOf: TextsOf
}

/** What mail servers find about a sender: SPF (RFC 7208), DKIM (RFC 6376), DMARC (RFC 7489). */
export async function checkSender(setup: SetupToCheck): Promise<readonly Finding[]> {
  const checks = [checkSpf, checkDkim, checkDmarc]
  const found = await Promise.all(
    checks.map((check) =>
      check(setup).catch((error: unknown): readonly Finding[] => [
        wrong(`the name servers do not answer: ${error instanceof Error ? error.message : String(error)}`),
      ]),
    ),
  )
  return found.flat()
}

const ok = (says: string): Finding => ({ state: 'ok', says })
const look = (says: string): Finding => ({ state: 'look', says })
const wrong = (says: string): Finding => ({ state: 'wrong', says })

const mostLookUps = 10
const costly = /^[+?~-]?(include:|a\b|mx\b|ptr\b|exists:)|^redirect=/i

async function checkSpf({ returnDomain, textsOf }: SetupToCheck): Promise<readonly Finding[]> {
  const at = `SPF of ${returnDomain}`
  const records = await spfOf(textsOf, returnDomain)
  if (records.length === 0) return [wrong(`${at}: none; publish “v=spf1 include:<your relay> -all”`)]
  if (records.length > 1) return [wrong(`${at}: ${records.length} records, of which servers take none; join them`)]
  const [record = ''] = records
  const terms = record.split(/\s+/).slice(1)
  const all = terms.find((term) => /^[+?~-]?all$/i.test(term))
  const found: Finding[] = []
  if (all === 'all' || all === '+all') found.push(wrong(`${at}: allows everyone (${all})`))
  else if (all === undefined && !terms.some((term) => /^redirect=/i.test(term)))
    found.push(look(`${at}: ends without -all or ~all, so it refuses no one`))
  const lookUps = await countLookUps(textsOf, record, new Set([returnDomain]))
  if (lookUps > mostLookUps) found.push(wrong(`${at}: needs ${lookUps} look-ups; servers stop after ${mostLookUps}`))
  return found.length > 0 ? found : [ok(`${at}: ${record}`)]
}

const spfOf = async (textsOf: TextsOf, name: string): Promise<readonly string[]> =>
  (await textsOf(name)).filter((text) => /^v=spf1(\s|$)/i.test(text))

/** Also of what a record includes; stops once there are too many. */
async function countLookUps(textsOf: TextsOf, record: string, seen: Set<string>): Promise<number> {
  const terms = record.split(/\s+/).filter((term) => costly.test(term))
  let count = terms.length
  for (const term of terms) {
    const [, name] = /^(?:[+?~-]?include:|redirect=)(.+)$/i.exec(term) ?? []
    if (name === undefined || seen.has(name) || seen.size > mostLookUps) continue
    seen.add(name)
    for (const further of await spfOf(textsOf, name)) count += await countLookUps(textsOf, further, seen)
  }
  return count
}

async function checkDkim({ domain, dkim, textsOf }: SetupToCheck): Promise<readonly Finding[]> {
  if (!dkim)
    return [look(`DKIM of ${domain}: we do not sign; the relay has to, with d=${domain}, or set MAIL_DKIM_KEY_FILE`)]
  const name = `${dkim.selector}._domainkey.${domain}`
  const wanted = publicKeyOf(dkim.privateKey)
  const publish = `publish at ${name} the text “v=DKIM1; k=rsa; p=${wanted}”`
  const texts = await textsOf(name)
  if (texts.length === 0) return [wrong(`DKIM of ${domain}: no key there; ${publish}`)]
  const published = texts.map((text) => /(?:^|;)\s*p=([^;]*)/i.exec(text)?.[1]?.replaceAll(/\s/g, ''))
  if (!published.includes(wanted)) return [wrong(`DKIM of ${domain}: another key is there; ${publish}`)]
  if (texts.length > 1)
    return [wrong(`DKIM of ${domain}: ${texts.length} texts at ${name}; leave the one with our key`)]
  return [ok(`DKIM of ${domain}: our key is at ${name}`)]
}

/** As it is published: without the lines of PEM. */
export const publicKeyOf = (privateKey: string): string =>
  createPublicKey(createPrivateKey(privateKey)).export({ type: 'spki', format: 'der' }).toString('base64')

async function checkDmarc({ domain, returnDomain, dkim, textsOf }: SetupToCheck): Promise<readonly Finding[]> {
  const found = await dmarcOf(textsOf, domain)
  if (!found)
    return [wrong(`DMARC of ${domain}: none; publish at _dmarc.${domain} “v=DMARC1; p=quarantine; rua=mailto:…”`)]
  const { at, records } = found
  if (records.length > 1) return [wrong(`DMARC at ${at}: ${records.length} records, of which servers take none`)]
  const tags = new Map(
    (records[0] ?? '')
      .split(';')
      .map((part) => part.split('=').map((word) => word.trim().toLowerCase()) as [string, string]),
  )
  const policy = tags.get('p')
  if (policy === undefined || !['none', 'quarantine', 'reject'].includes(policy))
    return [wrong(`DMARC at ${at}: has no policy (p=none, quarantine or reject)`)]
  const isAligned =
    dkim !== undefined ||
    (tags.get('aspf') === 's' ? returnDomain === domain : organisationOf(returnDomain) === organisationOf(domain))
  return [
    policy === 'none' ? look(`DMARC at ${at}: p=none asks for nothing`) : ok(`DMARC at ${at}: p=${policy}`),
    ...(tags.has('rua') ? [] : [look(`DMARC at ${at}: without rua=mailto:… nobody receives reports`)]),
    ...(isAligned
      ? []
      : [look(`DMARC: the return path is at ${returnDomain}, so only a DKIM signature of ${domain} passes`)]),
  ]
}

/** Of the domain itself, or of one above it. */
async function dmarcOf(textsOf: TextsOf, domain: string) {
  for (const at of new Set([domain, organisationOf(domain)])) {
    const records = (await textsOf(`_dmarc.${at}`)).filter((text) => /^v=DMARC1\s*(;|$)/i.test(text))
    if (records.length > 0) return { at: `_dmarc.${at}`, records }
  }
  return undefined
}

/** The last two labels; three below such as co.uk. Good enough to find a record that there is. */
const organisationOf = (domain: string): string => {
  const labels = domain.split('.')
  const takes =
    labels.length > 2 && /^(co|com|org|net|gov|edu|ac)$/.test(labels.at(-2) ?? '') && labels.at(-1)?.length === 2
  return labels.slice(takes ? -3 : -2).join('.')
}
