/** What goes where: data to stdout, notes for people to stderr. Both end in a newline unless empty. `done` is for after the output. */
export type Rendered = { readonly stdout: string; readonly stderr: string; readonly done?: () => void }
