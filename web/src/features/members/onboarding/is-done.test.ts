import { expect, it } from 'vitest'
import { isDone } from './is-done.ts'

const empty = { intent: null, lookingFor: '', prompts: [], interests: [] }
const nothing = { nameMissing: true, photos: [] }
const steps = ['name', 'photo', 'intent', 'prompt', 'interests'] as const

it.each([
  [{}, {}, []],
  [{}, { nameMissing: false }, ['name']],
  [{}, { photos: [{}] }, ['photo']],
  [{ intent: 'relationship' }, {}, ['intent']],
  [{ lookingFor: 'a partner to dance with' }, {}, ['intent']],
  [{ prompts: [{}] }, {}, ['prompt']],
  [{ interests: ['dance'] }, {}, ['interests']],
])('of the profile %j and the session %j these steps are done: %j', (profile, session, done) => {
  const isDoneHere = (step: (typeof steps)[number]) =>
    isDone(step, { ...empty, ...profile } as never, { ...nothing, ...session } as never)
  expect(steps.filter(isDoneHere)).toEqual(done)
})
