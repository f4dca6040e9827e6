// What every visitor page runs by itself: it keeps where the visit came from, and starts the page's own script when somebody touches it.
import { startLater } from '../server/start-later.ts'
import { keepThisVisit } from './visit-script.ts'

keepThisVisit()
startLater()
