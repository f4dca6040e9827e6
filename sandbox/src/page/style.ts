/** The sandbox's style sheet: system fonts, light or dark as the system is set. */
export const STYLE = `
:root {
  --ground: light-dark(#f7f7f8, #141518); --card: light-dark(#fff, #1d1f23); --ink: light-dark(#1b1c1f, #ececef);
  --quiet: light-dark(#5d6068, #a3a6ae); --line: light-dark(#dcdde1, #34373d); --accent: light-dark(#0b57b0, #8ab8ff);
  --good: light-dark(#14692f, #7bd896); --bad: light-dark(#a8201a, #ff9a92); --open: light-dark(#7a4d00, #f0c060);
  color-scheme: light dark;
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 76rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.6rem; margin: 0 0 .25rem; } h2 { font-size: 1.1rem; margin: 0 0 .75rem; }
section { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 1rem; margin-top: 1rem; }
a { color: var(--accent); } nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; }
nav a { padding: .4rem 0; }
.quiet { color: var(--quiet); } .long { overflow-wrap: anywhere; } .number { font-variant-numeric: tabular-nums; white-space: nowrap; }
.list { list-style: none; margin: 0; padding: 0; }
.list li { display: grid; grid-template-columns: 1fr auto auto; gap: 0 1rem; padding: .55rem 0; border-top: 1px solid var(--line); }
.list li:first-child { border-top: 0; } .list span, .list time { color: var(--quiet); }
.scroll { overflow-x: auto; } table { border-collapse: collapse; width: 100%; }
th { text-align: left; font-weight: 600; color: var(--quiet); } th, td { padding: .45rem .9rem .45rem 0; vertical-align: top; border-top: 1px solid var(--line); }
thead th { border-top: 0; }
.state { font-weight: 600; } .good { color: var(--good); } .bad { color: var(--bad); } .open { color: var(--open); }
.state { margin-right: .35em; } code, pre { font: .87em/1.5 ui-monospace, monospace; } pre { white-space: pre-wrap; overflow-wrap: anywhere; background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 1rem; }
button, input, select { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--quiet); border-radius: 8px; padding: .4rem .8rem; min-height: 2.5rem; }
input[type=checkbox] { min-height: 0; width: 1.1rem; height: 1.1rem; vertical-align: -.15rem; }
button { cursor: pointer; } .strong { background: var(--accent); color: var(--card); border-color: var(--accent); font-weight: 600; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.row { display: flex; gap: .75rem; margin: .5rem 0 0; } .controls { display: grid; gap: .6rem; justify-items: start; }
.facts { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; margin: 1rem 0; } .facts dt { color: var(--quiet); } .facts dd { margin: 0; overflow-wrap: anywhere; }
.mail { width: 100%; margin-bottom: 1rem; height: 70vh; border: 1px solid var(--line); border-radius: 8px; background: #fff; color-scheme: light; }
.bank { max-width: 28rem; margin: 10vh auto 0; } .bank .row button { flex: 1; }
@media (max-width: 48rem) {
  thead { display: none; } tr { display: block; padding: .6rem 0; border-top: 1px solid var(--line); }
  td { display: block; position: relative; padding: .15rem 0 .15rem 7.5rem; border: 0; } td:empty { display: none; }
  td::before { content: attr(data-as); color: var(--quiet); position: absolute; left: 0; }
}
@media (max-width: 40rem) { .list li { grid-template-columns: 1fr auto; } .list .main { grid-column: 1 / -1; } }
`
