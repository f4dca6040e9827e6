import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'
import { memberRoutes } from './routes/member.ts'

export default [
  layout('routes/visitor-layout.tsx', [
    index('features/site/landing/landing.tsx'),
    route('signup', 'features/identity/signup/signup.tsx'),
    route('asignup', 'features/site/landing/landing-auto.tsx'),
    route('ms', 'features/site/landing/landing-entrance.tsx', { id: 'ms' }),
    route('loginWithGoogle', 'features/site/landing/landing-entrance.tsx', { id: 'login-with-google' }),
    route('loginWithGoogle/start', 'features/identity/google/google-start.tsx'),
    route('loginWithGoogle/return', 'features/identity/google/google-callback.tsx'),
    route('loginWithGoogle/complete', 'features/identity/google-signup/complete-signup.tsx'),
    route('login', 'features/identity/sign-in/login.tsx'),
    route('forgotPassword', 'features/identity/sign-in/forgot-password.tsx'),
    route('resetPassword', 'features/identity/sign-in/reset-password.tsx'),
    route('autologin', 'features/identity/links/autologin.tsx'),
    route('external_email', 'features/identity/links/external-email.tsx'),
    route('confirmEmail', 'features/identity/links/confirm-email.tsx'),
    route('confirmNewEmail', 'features/identity/links/confirm-new-email.tsx'),
    route('undoEmailChange', 'features/identity/links/undo-email.tsx'),
    route('cancelDeletion', 'features/identity/links/cancel-deletion.tsx'),
    route('contactUs', 'features/site/contact/contact.tsx'),
    route('unsubscribe', 'features/site/unsubscribe/unsubscribe.tsx'),
    route('reviews', 'features/reviews/page/reviews-page.tsx'),
    route('cookies', 'features/site/consents/cookies.tsx'),
    route('legal/:page', 'features/site/legal/legal.tsx'),
    route('dev/components', 'dev/gallery.tsx'),
  ]),
  layout('routes/member-layout.tsx', memberRoutes),
  route('offline', 'routes/offline.tsx'),
  route('preferences', 'app/cookies/preferences.ts'),
  route('*', 'routes/unknown-path.ts'),
] satisfies RouteConfig
