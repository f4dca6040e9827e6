import { expect, it } from 'vitest'
import { checkedInBrands } from '#test/support/brands-folder.ts'
import { checkMail } from './mail-check.ts'

const brands = { list: checkedInBrands().list.slice(0, 2) }
const down = (says: string) => ({ check: () => Promise.reject(new Error(says)) })
const up = { check: async () => undefined }

it('says what is wrong with relay, mailbox and names, and what is not', async () => {
  const { ok, lines } = await checkMail({
    brands,
    mailer: down('SMTP_URL: refused'),
    dkim: undefined,
    reports: { mailbox: down('MAIL_BOUNCE_IMAP_URL: wrong password'), address: 'bounces@mail.example' },
    textsOf: async () => [],
  })
  expect(ok).toBe(false)
  expect(lines[0]).toBe('WRONG SMTP_URL: refused')
  expect(lines[1]).toBe('WRONG MAIL_BOUNCE_IMAP_URL: wrong password')
  expect(lines).toContainEqual(expect.stringMatching(/^WRONG SPF of mail.example: none/))
})

it('passes with what only has to be looked at', async () => {
  const { ok, lines } = await checkMail({
    brands,
    mailer: up,
    dkim: undefined,
    reports: undefined,
    textsOf: async (name) =>
      name.startsWith('_dmarc.') ? ['v=DMARC1; p=none; rua=mailto:x@y.example'] : ['v=spf1 -all'],
  })
  expect([ok, lines[0]]).toEqual([true, 'ok    the relay takes our sign-in'])
  expect(lines[1]).toMatch(/^look  no mailbox for reports/)
})
