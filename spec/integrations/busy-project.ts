/** A project that has been lived in: settings of every agent with comments, hooks of its own on the same events, servers of its own. */
export const BUSY: Readonly<Record<string, string>> = {
  'AGENTS.md':
    '# Rules\n\nBe brief.\n\n```md\n<!-- pmem:begin v=1 sha256=0000000000000000 -->\nan example\n<!-- pmem:end -->\n```\n\n中文也行。\n',
  'CLAUDE.md': '# Claude\n\nAsk before you push.\n',
  'GEMINI.md': '# Gemini\n\nUse tabs.\n',
  '.claude/settings.json': `{
  // the model we agreed on
  "model": "opus",
  "permissions": { "allow": ["Bash(npm test:*)"], "deny": [] },
  "env": { "NODE_ENV": "test" },
  "hooks": {
    "SessionStart": [
      { "matcher": "startup", "hooks": [{ "type": "command", "command": "echo mine-1 // not a comment" }] }
    ],
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [
          { "type": "command", "command": "./scripts/guard-shell.sh", "timeout": 3 }, // safety first
        ],
      },
    ],
    "Stop": []
  }
}
`,
  '.mcp.json': '{\n    "mcpServers": {\n        "files": { "command": "npx", "args": ["-y", "files"] }\n    }\n}\n',
  '.cursor/hooks.json':
    '{\n\t"version": 1,\n\t"hooks": {\n\t\t"sessionStart": [{ "command": "./mine.sh" }],\n\t\t"stop": [{ "command": "./bell.sh" }]\n\t}\n}\n',
  '.cursor/mcp.json': '{"mcpServers":{"web":{"url":"http://127.0.0.1:8000"}}}\n',
  '.cursor/rules/team.mdc': '---\nalwaysApply: true\n---\nBe kind.\n',
  '.codex/hooks.json': '{ "hooks": { "Stop": [ { "hooks": [ { "type": "command", "command": "bell" } ] } ] } }\n',
  '.codex/config.toml': '# ours\nmodel = "o9" # fast\n\n[mcp_servers.web]\ncommand = "web"\nargs = ["--pmem"]\n',
  '.gemini/settings.json': `{
  /* one theme for all */
  "theme": "dark",
  "context": { "fileName": ["AGENTS.md", "GEMINI.md"] },
  "mcpServers": {},
  "hooks": { "BeforeTool": [{ "matcher": "run_shell_command", "hooks": [{ "type": "command", "command": "guard" }] }] }
}
`,
  '.github/hooks/team.json': '{ "version": 1, "hooks": { "sessionStart": [{ "type": "command", "bash": "echo hi" }] } }\n',
  '.github/copilot-instructions.md': 'Be brief.\n',
  '.vscode/mcp.json':
    '{\n  "inputs": [],\n  "servers": {\n    // the browser\n    "browser": { "type": "stdio", "command": "browser" } // keep last\n  }\n}\n',
  '.devin/hooks.v1.json':
    '{\n  "hooks": {\n    "PreToolUse": [\n      { "hooks": [{ "type": "command", "command": "guard" }] }\n    ]\n  }\n}\n',
  '.devin/mcp_config.json': '{\n  "mcpServers": {\n  }\n}\n',
  '.windsurf/hooks.json': '{ "hooks": { "post_write_code": [{ "command": "format" }] } }\n',
  '.clinerules/team.md': 'Be brief.\n',
  '.clinerules/hooks/TaskCancel': '#!/bin/sh\nexit 0\n',
  'opencode.jsonc':
    '{\n  // local only\n  "share": "disabled",\n  "mcp": {\n    "web": { "type": "remote", "url": "http://127.0.0.1" }, // the web\n  },\n}\n',
  '.opencode/plugins/team.js': 'export const Team = async () => ({})\n',
  '.gitattributes': '*.png binary\n*.sh text eol=lf\n',
  '.git/hooks/post-commit': '#!/usr/bin/env bash\nset -e\necho mine\nexit 0\n',
  '.git/hooks/pre-commit': '#!/bin/sh\n./scripts/lint.sh || exit 1\n',
}

const isScript = (path: string): boolean => path.startsWith('.git') || path.startsWith('.clinerules/hooks')
const mapped = (change: (text: string, path: string) => string): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(BUSY).map(([path, text]) => [path, change(text, path)]))

/** The same project as other editors would have saved it, and projects with less in it. */
export const PROJECTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'as it is': BUSY,
  'with CRLF': mapped((text, path) => (isScript(path) ? text : text.replaceAll('\n', '\r\n'))),
  'with a BOM': mapped((text, path) => (isScript(path) ? text : `\ufeff${text}`)),
  'without final newlines': mapped((text) => text.trimEnd()),
  'with CRLF and a BOM, without final newlines': mapped((text, path) =>
    isScript(path) ? text.trimEnd() : `\ufeff${text.trimEnd().replaceAll('\n', '\r\n')}`,
  ),
  'with many blank lines at the ends': mapped((text) => `${text}\n\n\n`),
  'with empty files': mapped((text, path) => (/\.jsonc?$/.test(path) ? '{}' : path.includes('hooks/') ? text : '')),
  'with empty files of a line': mapped((text, path) =>
    /\.jsonc?$/.test(path) ? '{\n}\n' : path.includes('hooks/') ? text : '\n',
  ),
  'with nothing': {},
}
