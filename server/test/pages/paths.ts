import type { TestMember } from '#test/support/test-server.ts'

export const visitorPages = [
  '/',
  '/find',
  '/ms',
  '/asignup?mail=nora@person.example.com',
  '/signup',
  '/login',
  '/forgotPassword',
  '/resetPassword?token=none',
  '/confirmEmail?token=none',
  '/contactUs',
  '/requests',
  '/requests/01976f5e-7d2a-7c3b-8f00-000000000001',
  '/legal/terms',
  '/legal/privacy',
  '/legal/cookie',
  '/legal/faq',
  '/legal/features',
  '/cookies',
  '/reviews',
  '/safety',
  '/loginWithGoogle',
  '/unsubscribe',
  `/autologin?token=${'t'.repeat(43)}`,
  `/external_email?token=${'t'.repeat(43)}`,
  '/confirmNewEmail?token=none',
  '/undoEmailChange?token=none',
  '/cancelDeletion?token=none',
]

/** The pages of a member; `other` is a member they have written with. */
export const memberPages = (other: string): string[] => [
  '/find',
  `/user/${other}`,
  '/match',
  '/chats',
  `/chats/${other}`,
  '/chats/111111',
  '/notifications',
  '/profile',
  '/settings',
  '/settings/security',
  '/settings/privacy',
  '/settings/preferences',
  '/settings/account',
  '/purchases',
  '/credits',
  '/reviews/write',
  '/vip_plan/cred',
  '/vip_plan/blurred',
  '/purchase/pay?plan=messages-60',
  '/purchase/pay?plan=plan-3m',
  '/ko',
]

/** Makes two members like each other and write, so that none of their pages is empty. */
export async function acquaint(him: TestMember, her: TestMember): Promise<void> {
  const [his, hers] = await Promise.all([him.connect(), her.connect()])
  const chat = (to: TestMember, msg: string) => ({
    msg,
    trackerId: '',
    angelId: to.session.angelId,
    clientMessageId: crypto.randomUUID(),
    icebreaker: false,
    blurredMessage: true,
  })
  const say = async (from: typeof his, sender: TestMember, to: TestMember, msg: string) => {
    const answer = await from.send('chat', { ...chat(to, msg), trackerId: sender.session.clickid })
    if (!answer.ok) throw new Error(JSON.stringify(answer))
  }
  await say(his, him, her, 'Ciao, che giornata!')
  await say(hers, her, him, 'Ciao, finalmente il sole.')
  await say(his, him, her, 'Passeggiata?')
  his.close()
  hers.close()
}
