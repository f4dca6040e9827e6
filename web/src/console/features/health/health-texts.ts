import type {
  DiskState,
  OutcomeChannel,
  OutcomeFault,
  OutcomeName,
  ServiceFault,
  ServiceKind,
  ServiceState,
  UpkeepKind,
  UpkeepState,
} from '@incontro/contract/admin'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Tone } from '#components/marks/labels.tsx'

/** A state in one word, its colour, and what to do about it if it is not well. */
export interface StateText {
  readonly word: MessageDescriptor
  readonly tone: Tone
  readonly advice?: MessageDescriptor
}

export const kindTexts: Readonly<Record<ServiceKind, MessageDescriptor>> = {
  payment: msg`Payments`,
  mail: msg`Mail relay`,
  push: msg`Push service`,
  telegram: msg`Telegram bot`,
}

export const serviceWords: Readonly<Record<ServiceState, Omit<StateText, 'advice'>>> = {
  ok: { word: msg`Answers`, tone: 'ok' },
  failing: { word: msg`Last calls failed`, tone: 'warn' },
  out: { word: msg`Out`, tone: 'bad' },
  unused: { word: msg`Not called yet`, tone: 'info' },
}

export const faultWords: Readonly<Record<ServiceFault, MessageDescriptor>> = {
  silent: msg`No answer`,
  failing: msg`Answered with errors`,
  credentials: msg`Credentials refused`,
}

const paymentsWait = msg`Members are offered the other ways to pay. Look at the provider’s status page; if it says nothing, write to its support.`
const pushWaits = msg`Nothing to do here: notifications are sent again for a day.`
const telegramWaits = msg`Messages are sent again for a day. If this machine can’t reach other addresses either, look at its network.`

/** What to do about a service that does not answer as it should. */
export const serviceAdvice: Readonly<Record<ServiceKind, Readonly<Record<ServiceFault, MessageDescriptor>>>> = {
  payment: {
    silent: paymentsWait,
    failing: paymentsWait,
    credentials: msg`The provider doesn’t take our key. Make a new one there, put it into the settings and start again.`,
  },
  mail: {
    silent: msg`Mail waits and is sent again. Check the relay with “npm run mail -- check”, and the address in SMTP_URL.`,
    failing: msg`Mail waits and is sent again. Look at the relay’s own log or status page.`,
    credentials: msg`The relay doesn’t take our user or password. Correct SMTP_URL and start again; mail waits until then.`,
  },
  push: { silent: pushWaits, failing: pushWaits, credentials: pushWaits },
  telegram: {
    silent: telegramWaits,
    failing: telegramWaits,
    credentials: msg`Telegram doesn’t take the bot’s token. Ask BotFather for a new one, put it into the settings and start again.`,
  },
}

export const channelTexts: Readonly<Record<OutcomeChannel, MessageDescriptor>> = {
  mail: msg`Mail`,
  push: msg`Push`,
  telegram: msg`Telegram`,
}

export const outcomeTexts: Readonly<Record<OutcomeName, MessageDescriptor>> = {
  sent: msg({ message: `Sent`, context: `how many` }),
  delivered: msg`Delivered`,
  soft: msg`Refused for now`,
  hard: msg`No such address`,
  complained: msg`Complaints`,
  refused: msg`Refused by rule`,
  gone: msg`Device or link gone`,
}

export const outcomeAdvice: Readonly<Record<OutcomeFault, MessageDescriptor>> = {
  bounces: msg`Too much comes back: notices and promotion stop until it’s less. Find the addresses with “npm run mail -- list --state bounced”; once the cause is gone, “npm run mail -- release” lets them go on.`,
  complaints: msg`Too many recipients complained: notices and promotion stop until there are fewer. Look at what was sent last and to whom before “npm run mail -- release”.`,
  refusals: msg`More than a fifth is refused. The log has the service’s own words.`,
}

export const diskTexts: Readonly<Record<DiskState, StateText>> = {
  ok: { word: msg`Enough space`, tone: 'ok' },
  low: {
    word: msg`Nearly full`,
    tone: 'warn',
    advice: msg`Add space before the reserve is reached. The largest tables below say what grows.`,
  },
  short: {
    word: msg`Full`,
    tone: 'bad',
    advice: msg`Uploads, data exports and figures wait until there is space. Add some now.`,
  },
}

export const upkeepNames: Readonly<Record<UpkeepKind, MessageDescriptor>> = {
  backup: msg`Last backup`,
  log: msg`Last part of the log`,
  restore: msg`Last restore that was checked`,
}

const upToDate: StateText = { word: msg`Up to date`, tone: 'ok' }
const old = msg`Too old`
const never = msg`Never`
const failed = msg`Failed`

export const upkeepTexts: Readonly<Record<UpkeepKind, Readonly<Record<UpkeepState, StateText>>>> = {
  backup: {
    ok: upToDate,
    old: {
      word: old,
      tone: 'bad',
      advice: msg`It’s more than two days old. See why “npm run backup” doesn’t run each night.`,
    },
    never: {
      word: never,
      tone: 'bad',
      advice: msg`With the disk, everything would be lost. Run “npm run backup” now and each night, to another disk.`,
    },
    failed: { word: failed, tone: 'bad', advice: msg`See what “npm run backup” prints.` },
    elsewhere: {
      word: msg`Not known here`,
      tone: 'info',
      advice: msg`A tool of your own backs up this PostgreSQL. Run “npm run backup -- --note=backup” after it, and its time is shown here.`,
    },
  },
  log: {
    ok: upToDate,
    old: {
      word: old,
      tone: 'bad',
      advice: msg`With the disk, what was written since then would be lost. See whether the place of the backups can be reached.`,
    },
    never: {
      word: never,
      tone: 'bad',
      advice: msg`With the disk, what was written since the last backup would be lost. The log follows a backup; to a bucket “npm run backup -- --log” sends it each minute.`,
    },
    failed: {
      word: failed,
      tone: 'bad',
      advice: msg`PostgreSQL can’t copy its log, which fills the disk meanwhile. Is the place of the backups full or away? “npm run db:check” says more.`,
    },
    elsewhere: {
      word: msg`Not known here`,
      tone: 'info',
      advice: msg`This PostgreSQL doesn’t archive its log. Make sure that who runs it keeps one, or that a backup a day is enough.`,
    },
  },
  restore: {
    ok: upToDate,
    old: {
      word: old,
      tone: 'warn',
      advice: msg`It’s more than half a year ago. Restore the last backup on another machine and run “npm run restore -- check” there.`,
    },
    never: {
      word: never,
      tone: 'warn',
      advice: msg`Nobody knows whether the backups can be used. Restore the last one on another machine and run “npm run restore -- check” there.`,
    },
    failed: {
      word: failed,
      tone: 'bad',
      advice: msg`The check found faults in what was restored. Read what “npm run restore -- check” prints, and make a new backup.`,
    },
    elsewhere: { word: msg`Not known here`, tone: 'info' },
  },
}
