/** The look of the page: light and dark, text contrast 4.5:1 and more in both. */
export const PAGE_STYLE = `
:root { --back: #ffffff; --panel: #f4f5f7; --text: #1b1f24; --dim: #4b5563; --line: #c3c8d0; --accent: #0b57d0; --mark: #8a3b00; }
@media (prefers-color-scheme: dark) { :root:not([data-theme="light"]) { --back: #14171c; --panel: #1d2128; --text: #eceff4; --dim: #b4bcc8; --line: #3d4450; --accent: #8ab4f8; --mark: #ffb77a; } }
:root[data-theme="dark"] { --back: #14171c; --panel: #1d2128; --text: #eceff4; --dim: #b4bcc8; --line: #3d4450; --accent: #8ab4f8; --mark: #ffb77a; }
:root[data-theme="light"] { color-scheme: light; }
:root[data-theme="dark"] { color-scheme: dark; }
* { box-sizing: border-box; }
body { margin: 0; height: 100vh; display: flex; flex-direction: column; background: var(--back); color: var(--text); font: 15px/1.45 system-ui, sans-serif; }
h1 { font-size: 1.15rem; margin: 0; } h2 { font-size: 1rem; margin: 0 0 .4rem; } h3 { font-size: .95rem; margin: .8rem 0 .2rem; }
header { display: flex; gap: 1rem; align-items: baseline; padding: .5rem .8rem; border-bottom: 1px solid var(--line); flex-wrap: wrap; }
header p { margin: 0; color: var(--dim); flex: 1; }
main { flex: 1; min-height: 0; display: grid; grid-template-columns: minmax(15rem, 20rem) 1fr minmax(16rem, 24rem); }
.side { overflow: auto; padding: .7rem .8rem; background: var(--panel); }
.graph { position: relative; min-height: 18rem; min-width: 0; border: solid var(--line); border-width: 0 1px; }
#graph { position: absolute; inset: 0; }
.zoom { position: absolute; z-index: 2; top: .5rem; right: .5rem; display: flex; gap: .3rem; }
.legend { position: absolute; z-index: 2; left: .5rem; bottom: .3rem; margin: 0; padding: .1rem .4rem; background: var(--back); color: var(--dim); font-size: .8rem; }
footer { border-top: 1px solid var(--line); padding: .4rem .8rem; }
button, input { font: inherit; color: inherit; background: var(--back); border: 1px solid var(--line); border-radius: 6px; padding: .25rem .55rem; min-height: 28px; }
button { cursor: pointer; } input[type=search] { width: 100%; } input[type=checkbox] { min-height: 0; accent-color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 1px; }
label { display: block; color: var(--dim); font-size: .9rem; } fieldset { border: 0; padding: 0; margin: .4rem 0; } legend { font-weight: 600; font-size: .9rem; padding: 0; }
#types label { display: inline-block; margin: 0 .6rem .1rem 0; }
#count { color: var(--dim); margin: .4rem 0; }
ul, ol { list-style: none; margin: 0; padding: 0; }
#list li { content-visibility: auto; contain-intrinsic-size: auto 3rem; }
#list button { display: block; width: 100%; text-align: left; border-color: transparent; background: none; padding: .3rem .4rem; overflow-wrap: anywhere; }
#list button[aria-current=true] { border-color: var(--accent); background: var(--back); }
.sub { display: block; color: var(--dim); font-size: .82rem; } .marked { color: var(--mark); font-weight: 600; }
.dot { display: inline-block; width: .7em; height: .7em; border-radius: 50%; margin-right: .4em; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: .88rem/1.5 ui-monospace, monospace; margin: .5rem 0; }
dl { display: grid; grid-template-columns: auto 1fr; gap: .1rem .7rem; margin: .4rem 0; font-size: .9rem; } dt { color: var(--dim); } dd { margin: 0; overflow-wrap: anywhere; }
.edges button { text-align: left; margin: .1rem 0; overflow-wrap: anywhere; }
#timeline { display: flex; gap: .4rem; overflow-x: auto; padding: .2rem; } #timeline button { white-space: nowrap; max-width: 20rem; overflow: hidden; text-overflow: ellipsis; }
.skip { position: absolute; left: -999px; } .skip:focus { left: .5rem; top: .5rem; z-index: 9; background: var(--back); padding: .4rem .6rem; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
@media (max-width: 60rem) { body { height: auto; } main { grid-template-columns: 1fr; } .graph { height: 60vh; border-width: 1px 0; } #list { max-height: 50vh; overflow: auto; } }
@media (prefers-reduced-motion: reduce) { * { scroll-behavior: auto; } }
`
