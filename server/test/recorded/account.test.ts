import { webhookSecrets } from '#modules/outreach/channels/telegram/receive.ts'
import { deriveKeys } from '#platform/ids.ts'
import { recording } from './recording.ts'
import type { Player } from './stage.ts'

recording(
  'account',
  async (stage) => {
    const marco = await stage.player('marco', { form: { city: 'Roma' } })
    const giulia = await stage.player('giulia', { gender: 'woman', form: { language: 'en' } })
    const bruno = await stage.player('bruno', { set: { level: 1 } })
    const stranger = await stage.player('stranger', { host: 'battito.localhost', gender: 'woman' })
    const fresh = await stage.player('fresh', { confirmed: false })
    await stage.connect(marco)
    await stage.connect(giulia)

    stage.heading('Who one is')
    for (const who of [marco, giulia, fresh, stranger]) {
      await stage.ask(who, 'user')
      await stage.ask(who, 'profile')
      await stage.ask(who, 'account')
    }
    await stage.ask(marco, 'user', { params: { trackerId: giulia.tracker } })
    await stage.ask(null, 'profile', { params: { trackerId: marco.tracker } })

    stage.heading('The profile')
    const update = (body: object, who = marco) => stage.ask(who, 'updateProfile', { body })
    await update({ username: '  Marco  Rossi ', descrizione: 'Riga una.\n\nRiga due.', cosa_cerco: '' })
    await update({
      eta: 40,
      hair_color: 'brown',
      height: 181,
      weight: 80,
      intent: 'slowly',
      interests: ['sea', 'dogs'],
    })
    await update({ eta: 41 })
    await update({ interests: ['dogs'], intent: null, height: null })
    await update({
      prompts: [
        { id: 'dish', answer: 'Gricia' },
        { id: 'song', answer: 'Via con me' },
      ],
    })
    await update({ prompts: [{ id: 'song', answer: 'Azzurro' }] })
    for (const body of [
      { children: 'want', languages: ['it', 'en'], work: 'Liutaio' },
      { faith: 'other' },
      { faith: 'other', faithConsent: true },
      { faith: null, work: null },
    ])
      await stage.ask(marco, 'changeFacts', { body })
    await stage.ask(marco, 'ownFacts')
    await stage.ask(marco, 'ownFacts', { params: { trackerId: giulia.tracker } })
    await update({ region: 'Toscana', city: 'Firenze' })
    await update({ region: 'Lazio', city: 'Firenze' })
    await update({ cerco: 'uomo' })
    await update({ sono: 'donna', cerco: 'uomo' })
    for (const wrong of [
      { eta: 17 },
      { username: 'scrivimi a me@example.com' },
      { interests: ['sea', 'sea'] },
      { region: 'Nowhere' },
      { city: 'Firenze' },
    ])
      await update(wrong)
    await update({}, fresh)
    await stage.ask(giulia, 'updateProfile', { params: { trackerId: marco.tracker }, body: { eta: 50 } })
    await stage.ask(marco, 'profile')
    for (const step of ['photo', 'words'])
      await stage.ask(marco, 'skipStep', { body: { trackerId: marco.tracker, step } })

    stage.heading('Privacy')
    await stage.ask(marco, 'privacy')
    for (const body of [
      { hidden: true },
      { hideLastSeen: true, hideVisits: true },
      { firstMessagesFrom: 'liked' },
      { hidden: false },
    ])
      await stage.ask(marco, 'changePrivacy', { body })
    await stage.ask(giulia, 'privacy')
    await stage.ask(marco, 'ownPhone')
    for (const body of [
      { number: '06 1234567', shownTo: 'paying' },
      { number: '+39 333 1234567' },
      { shownTo: 'written' },
      { number: '12' },
    ])
      await stage.ask(giulia, 'changePhone', { body })
    await stage.ask(giulia, 'ownPhone')
    const phone = (who: Player) => stage.ask(who, 'showPhone', { params: { angelId: giulia.id } })
    for (const who of [bruno, marco, stranger]) await phone(who)
    await stage.ask(giulia, 'changePhone', { body: { shownTo: 'paying' } })
    await phone(bruno)
    await phone(bruno)
    await stage.ask(giulia, 'ownPhone')
    await stage.ask(giulia, 'changePhone', { body: { number: null } })

    stage.heading('Credits')
    await stage.ask(marco, 'welcomeGift', { body: {} })
    await stage.ask(marco, 'welcomeGift', { body: {} })
    await stage.sql(`update members set welcome_gift_shown_at = null where id = $1`, [giulia.id])
    await stage.ask(giulia, 'welcomeGift', { body: {} })
    await stage.ask(giulia, 'welcomeGift', { body: {} })
    await stage.ask(marco, 'statement')
    await stage.ask(marco, 'statement', { query: { account: 'likes' } })
    await stage.ask(bruno, 'statement', { params: { trackerId: marco.tracker } })

    stage.heading('Another address')
    const change = (who: Player, newEmail: string, password = who.password) =>
      stage.ask(who, 'changeEmail', { body: { oldEmail: who.email, newEmail, password } })
    await change(marco, 'marco2@person.example.com', 'wrong')
    await change(marco, 'giulia@person.example.com')
    await change(marco, 'MARCO2@person.example.com')
    await change(fresh, 'fresh2@person.example.com')
    await stage.ask(marco, 'account')
    await stage.ask(null, 'confirmNewEmail', { body: { token: 'x' } })
    const linkOf = async (kind: string): Promise<string> => {
      const [row] = await stage.sql(
        `select props ->> 'link' as link from emails where kind = $1 order by id desc limit 1`,
        [kind],
      )
      return new URL(row?.['link'] ?? 'http://none').searchParams.get('token') ?? ''
    }
    const token = await linkOf('confirm-new-email')
    await stage.ask(null, 'confirmNewEmail', { body: { token } })
    await stage.ask(null, 'confirmNewEmail', { body: { token } })
    await stage.ask(null, 'undoEmailChange', { body: { token: await linkOf('email-changed') } })
    await stage.ask(marco, 'account')
    await stage.work()

    stage.heading('What they are notified of')
    const bianca = await stage.player('bianca', { gender: 'woman' })
    await stage.ask(null, 'notificationSettings')
    await stage.ask(null, 'notificationSettings', { query: { token: 'A'.repeat(100) } })
    await stage.ask(bianca, 'notificationSettings')
    await stage.ask(bianca, 'changeNotificationSettings', {
      body: { choices: [{ event: 'receipt', channel: 'email', on: false }] },
    })
    await stage.ask(bianca, 'changeNotificationSettings', {
      body: { choices: [{ event: 'payment', channel: 'email', on: false }] },
    })
    await stage.ask(bianca, 'changeNotificationSettings', {
      body: {
        choices: [{ event: 'visit', channel: 'push', on: true }],
        quiet: { from: '23:00', until: '07:15' },
        timeZone: 'Europe/Rome',
        digest: 'weekly',
        pause: 'day',
        discreet: true,
      },
    })
    await stage.ask(bianca, 'pushKey')
    await stage.ask(bianca, 'pushToken', { body: { pushToken: 'a token' } })
    // The keys of the example in RFC 8291.
    const p256dh = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'
    const subscription = { endpoint: 'https://push.example.net/1', keys: { p256dh, auth: 'BTBZMqHH6r4Tts7J_aSIgg' } }
    const { body: device } = await stage.ask(bianca, 'pushToken', {
      body: { pushToken: JSON.stringify(subscription), clickid: bianca.tracker },
    })
    await stage.ask(bianca, 'pushDevices')
    await stage.ask(bianca, 'testNotification', { body: { channel: 'email' } })
    await stage.ask(bianca, 'sentNotifications')
    await stage.ask(giulia, 'removePushDevice', { params: { id: device.id } })
    await stage.ask(bianca, 'removePushDevice', { params: { id: device.id } })

    stage.heading('Their chat with the bot')
    await stage.ask(bianca, 'telegramLink')
    const { body: link } = await stage.ask(bianca, 'connectTelegram')
    const code = new URL(link.url).searchParams.get('start')
    const message = (update_id: number, text: string, from = { id: 41, is_bot: false, language_code: 'fr' }) => ({
      update_id,
      message: { message_id: update_id, date: 0, text, chat: { id: from.id, type: 'private' }, from },
    })
    const [secret = ''] = webhookSecrets(deriveKeys([stage.server.config.secretKey], 'telegram'), 'local')
    stage.name(secret, 'secret of the webhook')
    const headers = { 'x-telegram-bot-api-secret-token': secret }
    await stage.ask(null, 'telegramWebhook', { body: message(1, `/start ${code}`) })
    await stage.ask(null, 'telegramWebhook', { body: message(1, '/start 0'), headers })
    await stage.ask(null, 'telegramWebhook', { body: message(2, `/start ${code}`), headers })
    await stage.ask(null, 'telegramWebhook', { body: message(3, `/start ${code}`), headers })
    await stage.ask(bianca, 'telegramLink')
    await stage.ask(null, 'telegramWebhook', { body: message(4, '/stop'), headers })
    await stage.ask(bianca, 'disconnectTelegram')
    await stage.ask(bianca, 'telegramLink')

    stage.heading('Their own data')
    await stage.ask(bianca, 'dataExport')
    await stage.ask(bianca, 'askDataExport', { body: { clickid: bianca.tracker, password: 'wrong' } })
    await stage.ask(bianca, 'askDataExport', { body: { clickid: bianca.tracker, password: bianca.password } })
    await stage.ask(bianca, 'askDataExport', { body: { clickid: bianca.tracker, password: bianca.password } })
    await stage.work()
    await stage.ask(bianca, 'dataExport')
    await stage.ask(bianca, 'downloadDataExport', { body: { clickid: bianca.tracker, password: bianca.password } })

    stage.heading('Leaving')
    await stage.connect(bianca)
    await stage.ask(bianca, 'deletion', { body: { clickid: bianca.tracker, password: 'wrong' } })
    await stage.ask(bianca, 'deletion', { body: { clickid: giulia.tracker, password: bianca.password } })
    await stage.ask(bianca, 'deletion', { body: { clickid: bianca.tracker, password: bianca.password } })
    await stage.ask(bianca, 'account')
    await stage.ask(null, 'cancelDeletion', { body: { email: bianca.email, password: 'wrong' } })
    await stage.ask(null, 'cancelDeletion', { body: { email: bianca.email, password: bianca.password } })
    await stage.ask(bruno, 'disableProfile', { body: { clickid: bruno.tracker } })
    await stage.ask(bruno, 'account')
    await stage.work()
    await stage.ask(giulia, 'deletion', { body: { clickid: giulia.tracker, password: giulia.password } })
    await stage.later(30 * 86_400_000 - 2000)
    await stage.job('accounts-erase')
    await stage.later(2000)
    await stage.job('accounts-erase')
    await stage.work()
  },
  { telegram: true },
)
