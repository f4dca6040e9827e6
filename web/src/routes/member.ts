import { index, route, type RouteConfigEntry } from '@react-router/dev/routes'

/** The pages inside the member shell. Each is `route('path', 'features/<feature>/<page>.tsx')`. */
export const memberRoutes: RouteConfigEntry[] = [
  route('find', 'routes/landing-or-find.tsx'),
  route('match', 'features/discovery/deck/match.tsx'),
  route('user/:id', 'features/discovery/member/user.tsx'),
  route('chats', 'features/chat/list/chats.tsx', [
    index('features/chat/list/no-chat.tsx'),
    route('concierge', 'features/concierge/concierge.tsx'),
    route(':id', 'features/chat/conversation/conversation.tsx'),
  ]),
  route('notifications', 'features/activity/notifications.tsx'),
  route('profile', 'features/members/page/profile.tsx'),
  route('settings/:part?', 'features/members/settings/settings.tsx'),
  route('purchases', 'features/members/purchases/purchases.tsx'),
  route('start', 'features/members/onboarding/start.tsx'),
  route('credits', 'features/credits/statement/statement.tsx'),
  route('reviews/write', 'features/reviews/write/write.tsx'),
  route('vip_plan/:hook', 'features/payments/plans/plans.tsx'),
  route('purchase', 'features/payments/plans/to-plans.ts', { id: 'purchase' }),
  route('purchase/choose', 'features/payments/plans/to-plans.ts', { id: 'purchase-choose' }),
  route('purchase/pay', 'features/payments/pay/pay.tsx'),
  route('paymentCheck/:provider', 'features/payments/result/payment-check.tsx'),
  route('ageCheck', 'features/payments/result/age-check-return.tsx'),
  route('ok', 'features/payments/result/ok.tsx'),
  route('ko', 'features/payments/result/ko.tsx'),
]
