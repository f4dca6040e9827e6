import { expect, it } from 'vitest'
import { mailboxOf } from './mailbox.ts'

it.each([
  ['f@gmail.com', 'f@gmail.com'],
  ['f+1@gmail.com', 'f@gmail.com'],
  ['f.f@gmail.com', 'ff@gmail.com'],
  ['F.F+x.y@GoogleMail.com', 'ff@gmail.com'],
  ['f.f@posta.example', 'f.f@posta.example'],
  ['f.f+a+b@posta.example', 'f.f@posta.example'],
])('%s reaches the mailbox %s', (email, mailbox) => expect(mailboxOf(email)).toBe(mailbox))
