import { reportReasons } from '@incontro/contract'
import { accountChanges, accountStates, auditDetailKeys, photoStates, reportStates } from '@incontro/contract/admin'
import { auditActions } from '@incontro/contract/admin/audit-actions'
import { caseFileLabels } from '@incontro/contract/admin/cases'
import { consentKinds } from '@incontro/contract/http/consents'
import { gestures } from '@incontro/contract/photo-rules'
import { expect, it } from 'vitest'
import { fileLabels } from '#console/features/queue/queue-texts.ts'
import * as members from '#console/parts/member-words.ts'
import { actionName } from './action-names.ts'
import { detailNames } from './detail-names.ts'

/** Each value of the contract, and nothing else, has its words. */
it.each([
  ['actions of the audit', auditActions, actionName],
  ['details of the audit', auditDetailKeys, detailNames],
  ['states of accounts', accountStates, members.accountStateNames],
  ['changes of accounts', accountChanges, members.accountChangeNames],
  ['states of photos', photoStates, members.photoStateNames],
  ['consents', consentKinds, members.consentNames],
  ['reasons of reports', reportReasons, members.reportReasonNames],
  ['states of reports', reportStates, members.reportStateNames],
  ['gestures', gestures, members.gestureNames],
  ['pictures of a verification', caseFileLabels, fileLabels],
])('%s have words', (_of, values, names) => {
  expect(Object.keys(names).toSorted()).toEqual([...values].toSorted())
  for (const name of Object.values(names)) expect((name as { readonly id: string }).id).not.toBe('')
})
