import { adminRoutes } from '@incontro/contract/admin'
import type { Module } from '#platform/module.ts'
import { closeRequest, extendRequest, recordRequest } from './change-requests.ts'
import type { PrivacyDeps } from './deps.ts'
import { requestsOf } from './read-requests.ts'
import { privacyState } from './state.ts'

/** The privacy desk: what people ask about their data, legal holds, and what the retention rules deleted. */
export function createPrivacy(deps: PrivacyDeps): Module {
  return {
    routes(http) {
      http.bind(adminRoutes.privacyRequests, (call) => requestsOf(deps, call))
      http.bind(adminRoutes.recordPrivacyRequest, (call) => recordRequest(deps, call))
      http.bind(adminRoutes.extendPrivacyRequest, (call) => extendRequest(deps, call))
      http.bind(adminRoutes.closePrivacyRequest, (call) => closeRequest(deps, call))
      http.bind(adminRoutes.privacyState, (call) => privacyState(deps, call))
    },
  }
}
