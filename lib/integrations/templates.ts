import { agentsText } from './agents-md.ts'
import { claudeHooks } from './claude-code.ts'
import { snippetOf } from './json-entries.ts'
import type { Piece } from './piece.ts'
import { MARKDOWN } from './signed-file.ts'
import { WORKFLOWS } from './skills.ts'
import { HOOKS_OWNED } from './usual-pieces.ts'

/** What init writes into the store besides cards: the workflows, and texts for those who set up an agent by hand, each with the version. */
export function storeTemplates(language: 'en' | 'zh-CN', version: string): readonly Piece[] {
  const stamp = `<!-- pmem ${version}; generated: a newer version replaces it -->\n`
  const markdown = (path: string, text: string): Piece => ({ kind: 'file', path: `.pmem/${path}`, text, comment: MARKDOWN })
  return [
    ...WORKFLOWS.map(({ name, text }) => markdown(`skills/${name}.md`, stamp + text)),
    markdown('integrations/claude-code/CLAUDE.md', `${stamp}@AGENTS.md\n`),
    {
      kind: 'file',
      path: '.pmem/integrations/claude-code/settings.example.json',
      text: snippetOf(claudeHooks, HOOKS_OWNED).replace('{\n', `{\n  "$comment": "pmem ${version}; generated",\n`),
      comment: MARKDOWN,
      stamped: /^\{\s*"\$comment": "pmem /,
    },
    markdown(
      'integrations/cursor/rules.example.md',
      `---\ndescription: Project memory\nalwaysApply: true\n---\n${stamp}${agentsText(language)}\n`,
    ),
    markdown('integrations/codex/AGENTS.md', `${stamp}${agentsText(language)}\n`),
  ]
}
