// Runs on every visitor page: it stores the origin of the visit and starts the page's deferred script at the first
// interaction.
import { startLater } from '../server/start-later.ts'
import { keepThisVisit } from './visit-script.ts'

keepThisVisit()
startLater()
