import { index, route, type RouteConfigEntry } from '@react-router/dev/routes'

/** The pages below the member shell. Each is `route('path', 'features/<feature>/<page>.tsx')`. */
export const memberRoutes: RouteConfigEntry[] = [
  route('find', 'features/site/landing-or-find.tsx'),
  route('match', 'features/match/match.tsx'),
  route('user/:id', 'features/discovery/user.tsx'),
  route('chats', 'features/chat/chats.tsx', [
    index('features/chat/no-chat.tsx'),
    route(':id', 'features/chat/conversation.tsx'),
  ]),
  route('notifications', 'features/activity/notifications.tsx'),
  route('profile', 'features/profile/profile.tsx'),
  route('reviews/write', 'features/reviews/write.tsx'),
  route('vip_plan/:hook', 'features/payments/plans.tsx'),
  route('purchase', 'features/payments/to-plans.ts', { id: 'purchase' }),
  route('purchase/choose', 'features/payments/to-plans.ts', { id: 'purchase-choose' }),
  route('purchase/pay', 'features/payments/pay.tsx'),
  route('paymentCheck/adyen', 'features/payments/payment-check.tsx'),
  route('ok', 'features/payments/ok.tsx'),
  route('ko', 'features/payments/ko.tsx'),
]
