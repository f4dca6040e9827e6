export { loadSignupLanding, type SignupLandingData } from './landing/landing-server.ts'
export { SignupLanding, signupLandingHandle } from './landing/landing-signup.tsx'
