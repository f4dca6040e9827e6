import { enter } from './enter.mjs'
import { launch } from './start/launcher.mjs'

await enter(() => launch(process.argv.slice(2)))
