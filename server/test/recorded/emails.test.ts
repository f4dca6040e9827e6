import { it } from 'vitest'
import { emailBrand } from '#modules/outreach/channels/email/email-brand.ts'
import { emailKinds } from '#modules/outreach/channels/email/email.ts'
import { renderEmail } from '#modules/outreach/channels/email/templates/render.tsx'
import { samples, variants } from '#modules/outreach/channels/email/templates/testing/samples.ts'
import { checkedInBrands } from '#test/support/brands-folder.ts'
import { expectRecorded } from './recording.ts'

/* What each kind of email says, as plain text in the language in which it is written. */

it('emails: their texts are those recorded', async () => {
  const brand = checkedInBrands().byKey('battito')
  if (brand === undefined) throw new Error('no battito')
  const lines: string[] = []
  // Only written where it differs from that of the email before.
  let lastFoot = ''
  for (const kind of emailKinds)
    for (const variant of [{}, ...(variants[kind] ?? [])]) {
      const email = { kind, props: { ...samples[kind], ...variant } } as Parameters<typeof renderEmail>[0]
      const { subject, text } = await renderEmail(email, emailBrand(brand), 'it')
      const title = Object.keys(variant).length === 0 ? kind : `${kind} ${JSON.stringify(variant)}`
      const [body = '', foot = ''] = text.trim().split(/\n-{9,}\n/)
      const said = foot === lastFoot ? body : `${body}\n---\n${foot}`
      lastFoot = foot
      lines.push(`# ${title}`, subject, ...said.split('\n').filter((line) => line !== ''), '')
    }
  expectRecorded('emails', `${lines.join('\n').trim()}\n`)
})
