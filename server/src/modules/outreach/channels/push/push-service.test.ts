import { expect, test } from 'vitest'
import { pushServiceOf } from './push-service.ts'

test.each([
  ['https://fcm.googleapis.com/fcm/send/abc', 'push:googleapis.com'],
  ['https://updates.push.services.mozilla.com/wpush/v2/abc', 'push:mozilla.com'],
  ['https://web.push.apple.com/abc', 'push:apple.com'],
  ['https://wns2-par02p.notify.windows.com/w/?token=abc', 'push:windows.com'],
  // Chosen by a member, whose machine may fail as it likes.
  ['https://storage.googleapis.com/mine', undefined],
  ['https://fcm.googleapis.com.evil.example/send', undefined],
  ['https://notify.windows.com/w', undefined],
])('%s is %s', (endpoint, service) => expect(pushServiceOf(endpoint)).toBe(service))
