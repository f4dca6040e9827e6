import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it } from 'vitest'
import { type OwnProfile, profileKey } from '../cards/profile-query.ts'
import { saveChoices } from './save-choices.ts'

const clients: QueryClient[] = []
afterEach(() => clients.splice(0).forEach((client) => client.clear()))

/** A profile and a server whose answers the test chooses. */
function stage() {
  const client = new QueryClient()
  clients.push(client)
  const key = [...profileKey, 'me']
  client.setQueryData(key, { interests: [], intent: null } as unknown as OwnProfile)
  const asked: { changes: Partial<OwnProfile>; answer: () => void; refuse: () => void }[] = []
  const send = (changes: Partial<OwnProfile>) =>
    new Promise<void>((answer, reject) => asked.push({ changes, answer, refuse: () => reject(new Error('refused')) }))
  const settled = async () => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
  }
  return {
    save: (changes: Partial<OwnProfile>) =>
      saveChoices(client, 'me', changes, send, []).then(
        () => true,
        // The refusal of this server.
        () => false,
      ),
    /** Another part of the page changes the profile. */
    write: (values: Partial<OwnProfile>) => client.setQueryData<OwnProfile>(key, (now) => now && { ...now, ...values }),
    shown: () => client.getQueryData<OwnProfile>(key),
    /** What was sent so far. */
    sent: async () => {
      await settled()
      return asked.map(({ changes }) => changes)
    },
    async answer(at: number, how: 'answer' | 'refuse' = 'answer') {
      await settled()
      asked[at]?.[how]()
      await settled()
    },
  }
}

it('sends one change after the other, and shows all of them at once', async () => {
  const { save, shown, sent, answer } = stage()
  const saved = [save({ interests: ['sea'] }), save({ interests: ['sea', 'wine'] }), save({ intent: 'open' })]
  expect(shown()).toEqual({ interests: ['sea', 'wine'], intent: 'open' })
  expect(await sent()).toEqual([{ interests: ['sea'] }])
  await answer(0)
  expect(await sent()).toEqual([{ interests: ['sea'] }, { interests: ['sea', 'wine'] }])
  // The answer to an earlier change takes nothing back.
  expect(shown()).toEqual({ interests: ['sea', 'wine'], intent: 'open' })
  await answer(1)
  await answer(2)
  expect(await Promise.all(saved)).toEqual([true, true, true])
  expect(shown()).toEqual({ interests: ['sea', 'wine'], intent: 'open' })
})

it('takes back what was refused, and no more', async () => {
  const { save, shown, write, answer } = stage()
  const saved = [save({ interests: ['sea'] }), save({ intent: 'open' }), save({ interests: ['sea', 'wine'] })]
  await answer(0)
  write({ aboutMe: 'Leggo' })
  await answer(1, 'refuse')
  expect(shown()).toEqual({ interests: ['sea', 'wine'], intent: 'open', aboutMe: 'Leggo' })
  await answer(2, 'refuse')
  expect(await Promise.all(saved)).toEqual([true, false, false])
  expect(shown()).toEqual({ interests: ['sea'], intent: null, aboutMe: 'Leggo' })
  const again = save({ interests: ['wine'] })
  await answer(3)
  expect([await again, shown()]).toEqual([true, { interests: ['wine'], intent: null, aboutMe: 'Leggo' }])
})
