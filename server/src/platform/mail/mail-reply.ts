/** What a mail server replied: its code, and the extended one (RFC 3463) if there is one. */
export interface MailReply {
  readonly code: number | null
  readonly enhanced: string | null
  readonly text: string
}

/**
 * `hard`: the address does not exist. `soft`: it does, and cannot take the mail now. `policy`: about the sender, the relay
 * or the content, which says nothing about the address.
 */
export type FailureClass = 'hard' | 'soft' | 'policy'

const enhancedCode = /\b[245]\.\d{1,3}\.\d{1,3}\b/

/** Extended codes (second and third number) by their meaning; all others are `policy`. */
const byEnhanced: readonly (readonly [RegExp, FailureClass | 'words'])[] = [
  // The sender's address.
  [/^1\.[78]$/, 'policy'],
  [/^1\./, 'hard'],
  [/^2\.1$/, 'hard'],
  [/^2\.2$/, 'soft'],
  // Large providers say so of recipients and domains that they do not know.
  [/^4\.[14]$/, 'hard'],
  // They mean nothing in particular.
  [/^(0\.0|2\.0|5\.0)$/, 'words'],
]

const full = /\b(full|over ?quota|quota)\b/i
const aboutSender =
  /\brelay|authenticat|spam|blocked|block ?list|black ?list|deny ?list|polic(y|ies)|reputation|\bspf\b|dkim|dmarc|sender|grey ?list|too many|\brate\b|reverse|\bptr\b|\brbl\b|rcpthosts|not permitted/i
const noSuchPerson =
  /no such|unknown|n[o']t exist|doesn.t (exist|have)|not found|no mailbox|(mailbox|account) (is )?disabled|invalid (recipient|mailbox|user|address)/i
/** Codes about the recipient: there is no such mailbox, it is not here, its name is not allowed. */
const recipientCodes: readonly (number | null)[] = [550, 551, 553]

/** Reads a reply to the recipient of a mail, or a later report about them. */
export function classOfReply({ code, enhanced, text }: MailReply): FailureClass {
  const extended = enhanced ?? enhancedCode.exec(text)?.[0]
  if ((code !== null && code >= 400 && code < 500) || extended?.startsWith('4.')) return 'soft'
  const meaning = extended && (byEnhanced.find(([pattern]) => pattern.test(extended.slice(2)))?.[1] ?? 'policy')
  if (meaning && meaning !== 'words') return meaning
  if (full.test(text)) return 'soft'
  if (aboutSender.test(text)) return 'policy'
  return recipientCodes.includes(code) || noSuchPerson.test(text) ? 'hard' : 'policy'
}

/** Whether a reply to the content of a mail is about its recipient: some servers look them up that late. */
export const isAboutRecipient = (text: string): boolean => /\b5\.1\.[1-36]\b/.test(text) || noSuchPerson.test(text)

/** The words of a reply as they may be stored and shown: without addresses and control characters. */
export const withoutAddresses = (text: string): string =>
  text
    .replaceAll(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '…')
    .replaceAll(/\p{C}+/gu, ' ')
    .trim()
    .slice(0, 200)
