import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'
import { memberRoutes } from './routes/member.ts'

export default [
  layout('app/visitor-layout.tsx', [
    index('features/site/landing.tsx'),
    route('signup', 'features/identity/signup.tsx'),
    route('asignup', 'features/site/landing-auto.tsx'),
    route('ms', 'features/site/landing-entrance.tsx', { id: 'ms' }),
    route('loginWithGoogle', 'features/site/landing-entrance.tsx', { id: 'login-with-google' }),
    route('loginWithGoogle/start', 'features/identity/google-start.tsx'),
    route('loginWithGoogle/return', 'features/identity/google-callback.tsx'),
    route('loginWithGoogle/complete', 'features/identity/complete-signup.tsx'),
    route('login', 'features/identity/login.tsx'),
    route('forgotPassword', 'features/identity/forgot-password.tsx'),
    route('resetPassword', 'features/identity/reset-password.tsx'),
    route('autologin', 'features/identity/autologin.tsx'),
    route('external_email', 'features/identity/external-email.tsx'),
    route('confirmEmail', 'features/identity/confirm-email.tsx'),
    route('confirmNewEmail', 'features/identity/confirm-new-email.tsx'),
    route('undoEmailChange', 'features/identity/undo-email.tsx'),
    route('keepAccount', 'features/identity/keep-account.tsx'),
    route('contactUs', 'features/site/contact.tsx'),
    route('unsubscribe', 'features/site/unsubscribe.tsx'),
    route('reviews', 'features/site/reviews-page.tsx'),
    route('cookies', 'features/site/cookies.tsx'),
    route('legal/:page', 'features/site/legal.tsx'),
    route('dev/components', 'dev/gallery.tsx'),
  ]),
  layout('app/member-layout.tsx', memberRoutes),
  route('preferences', 'app/preferences.ts'),
  route('robots.txt', 'app/robots.ts'),
  route('*', 'app/unknown-path.ts'),
] satisfies RouteConfig
