import { card } from '../world.ts'

/** The project of the transcripts: a few cards of each kind that the commands are about. */
export const PROJECT: Readonly<Record<string, string>> = {
  '.pmem/manifest.yml': 'version: 1\nproject:\n  name: Tideclock\n  stage: active\n',
  // One machine, so that the files of the ledger are called the same each time.
  '.pmem/local/clone': '7e57c10e0001\n',
  '.pmem/index.md': '# Tideclock\n\n## Current Focus\n\nA forecast that works offline: module.forecast.\n',
  '.pmem/next.md': '- [P0] @ann Cache one week of tides\n  Why: boats have no network\n- [P2] Draw the moon\n',
  '.pmem/evals/skippers.yml':
    'cases:\n  - question: how are tides computed\n    expected: [decision.harmonics, module.forecast]\n    forbidden: [module.clock]\n    limit: 3\n',
  'src/forecast.ts': 'export const forecast = 1\n',
  'notes/facts.json':
    '["High water is called by the harbour master", {"content": "Boats leave two hours before low water", "category": "boats"}]\n',
  'notes/memory/MEMORY.md': '# Memory\n\n- [Units](units.md)\n- Charts are printed in March\n',
  'notes/memory/units.md':
    '---\nname: Units\ndescription: Heights are metres\ntype: project\n---\n\nHeights are metres above chart datum, never feet.\n',
  ...card(
    'module.forecast',
    'title: Forecast\nstatus: active\naliases: [tides]\ntags: [core]\nsummary: Computes high and low water from harmonic constants\nsource_files: [src/forecast.ts]\nupdated: 2026-06-20\ndepends_on: [decision.harmonics]',
    '\n## Current State\n\nThirty-seven constituents, one year ahead.\n',
  ),
  ...card(
    'module.clock',
    'title: Clock face\nstatus: active\nsummary: Draws the dial and its two hands\nupdated: 2026-05-02\nrelated: [module.forecast]',
  ),
  ...card(
    'decision.harmonics',
    'title: Use harmonic constants\nstatus: accepted\ntags: [core]\nsummary: Tides are computed, not downloaded\nsupersedes: decision.download\nupdated: 2026-06-18\nguards:\n  - { dependency: tide-tables, message: tables cannot be downloaded at sea }',
    '\n## Context\n\nThe harbour has no network.\n\n## Decision\n\nEach port ships with its constants.\n\n## Alternatives\n\nDownloading tables: rejected, it fails at sea.\n',
  ),
  ...card(
    'decision.download',
    'title: Download tide tables\nstatus: superseded\nsummary: Fetch a table a week\nupdated: 2026-03-01',
  ),
  ...card(
    'task.cache',
    'title: Cache one week of tides\nstatus: active\npriority: high\nmodule: module.forecast\nsummary: Keep the last forecast on disk\nupdated: 2026-06-25',
  ),
  ...card(
    'risk.datum',
    'title: Wrong datum\nstatus: active\nsummary: Heights are off when the chart datum differs\nrelated: [module.forecast]\nupdated: 2026-06-01',
  ),
  ...card(
    'trace.measured',
    'title: Measured the error at Brack Quay\nsummary: Nine minutes and twelve centimetres off\nderived_from: [module.forecast]\nrelated: [decision.harmonics]\nupdated: 2026-06-28',
    '\nThe forecast was nine minutes late.\n',
  ),
}
