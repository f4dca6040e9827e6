// Runs on every visitor page: it stores the origin of the visit, marks a page inside of an app, and starts the page's deferred script at the first
// interaction.
import { startLater } from '../server/start-later.ts'
import { markInApp } from './in-app-browser.ts'
import { keepThisVisit } from './visit-script.ts'

keepThisVisit()
markInApp()
startLater()
